import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { inspectFile } from "../editor/inspection.js";
import { refusedProperty } from "../../core/push/outcome.js";
import type { PushResult } from "../../core/push/run.js";
import type { ReferenceProblem } from "../../core/secrets/problems.js";
import type { PushServices } from "./pushServices.js";

/** Nothing was found out by these about what is marked. */
const NOT_TRIED: ReadonlySet<PushResult["outcome"]["kind"]> = new Set(["busy", "notChosen", "cancelled"]);

/**
 * Marks in the file what the service or a reference complained about, until the file is changed or pushed. Never
 * rejects: a file that is not there any more has no place for marks.
 */
export async function markInFile(
  { refusals, languageServer }: Pick<PushServices, "refusals" | "languageServer">,
  { subject, outcome }: PushResult,
  text: string,
): Promise<void> {
  if (subject.file === "" || NOT_TRIED.has(outcome.kind)) return;
  const uri = vscode.Uri.parse(subject.file);
  const named = refusedProperty(outcome);
  if (!named && outcome.kind !== "unresolved") {
    refusals.clear(uri);
    return;
  }
  const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
  if (!document) return;
  if (named) {
    refusals.mark(document, [{ property: named, text }]);
    return;
  }
  const file = await inspectFile(languageServer, uri).catch(() => null);
  if (outcome.kind === "unresolved")
    refusals.mark(
      document,
      outcome.problems.map((problem) => ({
        property: problem.property.map(String),
        text: problem.text,
        reference: file?.version === document.version ? placeOf(problem, file) : undefined,
      })),
    );
}

/** Where a reference without a value stands; undefined where the problem is another one. */
function placeOf(
  { reference, property }: ReferenceProblem,
  { references, shape }: InspectResult,
): vscode.Range | undefined {
  const path = String(shape === "bare" ? property.slice(1) : property);
  const at = references.find(
    ({ kind, name, property: other }) => kind === reference?.kind && name === reference.name && String(other) === path,
  );
  return at && rangeOf(at.range);
}

/** A range of the protocol as one of the editor. */
export function rangeOf({ start, end }: InspectResult["references"][number]["range"]): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
