import path from "node:path";
import { pathToFileURL } from "node:url";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { checkTexts, type Problem } from "../../../server/src/inspection/checkTexts.js";
import { misuse } from "../exits.js";
import { existsAmong } from "../options/providers.js";
import type { Session } from "../session.js";
import { findInputs } from "./findInputs.js";
import { pathFrom } from "./paths.js";
import { readText, reasonOf } from "./readText.js";

export interface SetupFile {
  readonly path: string;
  /** Relative to the root, with slashes: the name in messages and plans. */
  readonly shown: string;
  readonly uri: string;
  readonly inspected: Omit<InspectResult, "version">;
  readonly problems: readonly Problem[];
  /** A sentence; then nothing is known about the contents. */
  readonly unread: string | undefined;
}

/**
 * Finds, reads and checks setup files by the editor's rules.
 * @param given files, folders and globs; the root if empty.
 * @returns them in path order.
 * @throws ExitError if something doesn't exist or is outside the root.
 */
export async function readFiles(
  given: readonly string[],
  { root, io: { cwd }, providers }: Pick<Session, "root" | "io" | "providers">,
): Promise<readonly SetupFile[]> {
  const paths = given.length > 0 ? given : [root];
  const { inputs, unread } = await findInputs({ paths, allowEmpty: given.length === 0, cwd });
  const why = new Map(unread.map(({ path: folder, reason }) => [folder, reason]));
  const texts = inputs.map(({ path: file, source }) => {
    if (source !== "regular") throw misuse(`"${file}" isn't a setup file.`);
    try {
      return { path: file, text: readText(file) };
    } catch (error) {
      why.set(file, reasonOf(error));
      return { path: file, text: "" };
    }
  });
  const all = [...unread.map((one) => ({ path: one.path, text: "" })), ...texts];
  const files = checkTexts(all, { exists: existsAmong(providers) }).map((checked) => {
    const reason = why.get(checked.path);
    return {
      path: checked.path,
      shown: pathFrom(root, checked.path),
      uri: pathToFileURL(checked.path).href,
      inspected: checked.inspect(),
      problems: checked.problems,
      unread: reason === undefined ? undefined : `It can't be read: ${reason}.`,
    };
  });
  const outside = files.find(({ shown }) => path.isAbsolute(shown));
  if (outside) throw misuse(`"${outside.shown}" is outside the root. Set --root to a folder that contains all files.`);
  return files;
}
