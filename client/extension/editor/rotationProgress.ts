import * as vscode from "vscode";
import type { Rotation } from "../../core/push/rotations.js";
import { referenceKey } from "../../core/secrets/lookUp.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import type { FileStates } from "./fileStates.js";
import { ruleFor, type FileState } from "./states.js";

export interface RotationProgress {
  /** How many files it is about that are still there, as are their connections. */
  readonly total: number;
  /** Those that aren't certain to have been pushed with the new values. */
  readonly left: readonly vscode.Uri[];
}

/** Finds out how far a rotation is, by how its files stand now, anyone who pushed them. */
export async function progressOf(
  { files, references }: Pick<Rotation, "files" | "references">,
  states: FileStates,
): Promise<RotationProgress> {
  const looked = await Promise.all(
    files.map(async (text) => {
      const file = vscode.Uri.parse(text);
      if (!(await isThere(file))) return { file, counts: false, left: false };
      const state = await states.of(file);
      return { file, counts: state.kind !== "gone", left: isBehind(state, references) };
    }),
  );
  const counting = looked.filter(({ counts }) => counts);
  return { total: counting.length, left: counting.flatMap(({ file, left }) => (left ? [file] : [])) };
}

/** Whether the service isn't certain to have the values that these references of a file stand for now. */
export function isBehind({ kind, values }: FileState, references: readonly NamedReference[]): boolean {
  if (ruleFor(kind).mayBeBehind) return true;
  const uncertain = [...(values?.replaced ?? []), ...(values?.notCompared ?? []).map(({ reference }) => reference)];
  const keys = new Set(uncertain.map(referenceKey));
  return references.some((reference) => keys.has(referenceKey(reference)));
}

async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
