import { TextDocument } from "vscode-languageserver-textdocument";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { actionsFor } from "../../../server/src/features/codeActions/codeActions.js";
import { layoutOf } from "../../../server/src/features/insertion.js";
import type { ClientQueries } from "../../../server/src/client/client.js";
import { checkFile } from "../../../server/src/rules/check.js";
import type { FaultySample } from "./inputs/faults.js";

/** A client that is asked nothing. */
const NO_QUERIES: ClientQueries = {
  names: () => Promise.resolve(undefined),
  connections: () => Promise.resolve(undefined),
  fileState: () => Promise.resolve(undefined),
};

/** @returns how many texts are without errors after the first quick fix offered at the fault. */
export async function mendMisspellings(samples: readonly FaultySample[]): Promise<number> {
  const outcomes = await Promise.all(samples.map(isMended));
  return outcomes.filter(Boolean).length;
}

async function isMended({ text }: FaultySample): Promise<boolean> {
  const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, text);
  const file = readSetupFile(text);
  const findings = checkFile(file);
  const error = findings.find(({ severity }) => severity === "error");
  if (!error) return false;
  const range = { start: document.positionAt(error.problem.start), end: document.positionAt(error.problem.end) };
  const context = {
    document,
    file,
    layout: layoutOf(text),
    findings,
    support: { capabilities: {}, options: {} },
    queries: NO_QUERIES,
  };
  const [first] = await actionsFor({ range, context: { diagnostics: [], only: ["quickfix"] } }, context);
  const mended = TextDocument.applyEdits(document, first?.edit?.changes?.[document.uri] ?? []);
  return checkFile(readSetupFile(mended)).every(({ severity }) => severity !== "error");
}
