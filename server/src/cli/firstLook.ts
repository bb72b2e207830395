import { TextDocument } from "vscode-languageserver-textdocument";
import type { SeveritySetting } from "../../protocol/messages.js";
import { readSetupFile, type SetupFile } from "../document/setupFile.js";
import { targetOf } from "../document/target.js";
import { checkFile } from "../rules/check.js";
import type { RuleContext } from "../rules/rule.js";
import type { Input } from "./findInputs.js";
import { reasonOf } from "./misuse.js";
import { problemOf, type Problem } from "./problem.js";

/** What one file has to say of itself. Can be sent from one thread to another. */
export interface FirstLook {
  /** Absent where the file could not be read, or where that would be too much to keep. */
  readonly problems?: readonly Problem[];
  /** The connection it updates. */
  readonly id?: string;
  /** Why it could not be read, in a few words. */
  readonly unread?: string;
}

/** Of more problems than these the files are checked anew when they are to be shown, so that memory remains bounded. */
export const MOST_KEPT = 50_000;

/**
 * Looks at files one by one.
 * @param read the text of a file. @throws an error of the file system.
 * @returns one look for each, in the same order.
 */
export function lookAt(
  inputs: readonly Input[],
  plainTextSecret: SeveritySetting,
  read: (input: Input) => string,
): readonly FirstLook[] {
  let kept = 0;
  return inputs.map((input) => {
    try {
      const file = readSetupFile(read(input));
      const problems = problemsOf(input.path, file, { plainTextSecret });
      kept += problems.length;
      const target = targetOf(file);
      return { ...(kept <= MOST_KEPT && { problems }), ...(target && { id: target.id }) };
    } catch (error) {
      return { unread: reasonOf(error) };
    }
  });
}

/** The problems of a file, in the order of its text. */
export function problemsOf(path: string, file: SetupFile, context: RuleContext): readonly Problem[] {
  const findings = checkFile(file, context);
  if (findings.length === 0) return NONE;
  const document = documentOf(path, file.text);
  return findings.map((finding) => problemOf(document, finding));
}

const NONE: readonly Problem[] = [];

/** Paths serve as URIs here: nobody resolves them before they are printed. */
export function documentOf(path: string, text: string): TextDocument {
  return TextDocument.create(path, "vaultconn", 1, text);
}
