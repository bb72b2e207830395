import path from "node:path";
import { pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { findInputs } from "../../../server/src/cli/findInputs.js";
import { Misuse, reasonOf, type Unread } from "../../../server/src/cli/misuse.js";
import { pathFrom } from "../../../server/src/cli/paths.js";
import { problemOf, type Problem } from "../../../server/src/cli/problem.js";
import { readFile } from "../../../server/src/cli/readFile.js";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { inspectDocument } from "../../../server/src/inspection/inspectDocument.js";
import { checkFile } from "../../../server/src/rules/check.js";
import { misuse } from "../exits.js";

/** A setup file as it was read: what it means, and what is wrong with it. */
export interface SetupFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the root, with slashes: how it is shown, and named in plans. */
  readonly shown: string;
  readonly uri: string;
  readonly inspected: Omit<InspectResult, "version">;
  readonly problems: readonly Problem[];
  /** Why it could not be read, as a sentence. Then nothing is known of what it holds. */
  readonly unread?: string;
}

/**
 * Finds and reads setup files, and checks each by the same rules as the editor.
 * @param given files, folders and globs; all files below the root where there are none.
 * @returns them in the order of their paths.
 * @throws Stop about what is not there or is outside of the root.
 */
export async function readFiles(given: readonly string[], root: string, cwd: string): Promise<readonly SetupFile[]> {
  const paths = given.length > 0 ? given : [root];
  const allowEmpty = given.length === 0;
  const { inputs, unread } = await findInputs({ paths, stdinFilename: undefined, allowEmpty, cwd }).catch(
    (error: unknown) => {
      throw error instanceof Misuse ? misuse(error.message) : error;
    },
  );
  const files = [
    ...unread.map((one) => unreadSetup(one, root)),
    ...inputs.map((input) => {
      if (input.source !== "regular") throw misuse(`"${input.path}" is no file of setup.`);
      try {
        return readSetup(input.path, readFile(input.path, true), root);
      } catch (error) {
        return unreadSetup({ path: input.path, reason: reasonOf(error) }, root);
      }
    }),
  ];
  const outside = files.find(({ shown }) => path.isAbsolute(shown));
  if (outside) throw misuse(`"${outside.shown}" is outside of the root: give --root a folder that holds all files.`);
  return files;
}

function unreadSetup({ path: file, reason }: Unread, root: string): SetupFile {
  return { ...readSetup(file, "", root), unread: `It can't be read: ${reason}.` };
}

function readSetup(file: string, text: string, root: string): SetupFile {
  const uri = pathToFileURL(file).href;
  const document = TextDocument.create(uri, "vaultconn", 1, text);
  const findings = checkFile(setupFileOf(document));
  return {
    path: file,
    shown: pathFrom(root, file),
    uri,
    inspected: inspectDocument(document, findings),
    problems: findings.map((finding) => problemOf(document, finding)),
  };
}
