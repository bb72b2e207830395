import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { placeAfterMove } from "../../core/storage/durableStorage.js";
import { parseReferences } from "../../../schemas/references.js";
import { refusedProperty } from "../../core/push/outcomes.js";
import type { PushListener, PushResult } from "../../core/push/pushTypes.js";
import type { ReferenceProblem } from "../../core/secrets/referenceProblems.js";

/** Outcomes that don't affect existing marks. */
const NOT_TRIED: ReadonlySet<PushResult["outcome"]["kind"]> = new Set(["busy", "notChosen", "cancelled"]);

/** Marks what the service refused, and references without a value, until the file is changed or pushed. */
export class Refusals {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("vaultconn.push");

  constructor(subscriptions: vscode.Disposable[]) {
    subscriptions.push(
      this.#diagnostics,
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#clear(document.uri);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri } of files) this.#clearIn(oldUri);
      }),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const file of files) this.#clearIn(file);
      }),
      // The server's diagnostics have fixes and are kept up to date, so they replace ours.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) this.#retain(uri, (mark) => !isServers(uri, mark));
      }),
    );
  }

  readonly onPush: PushListener = async (event) => {
    if (event.kind !== "ended") return;
    const { target, outcome } = event.result;
    if (target.file === "" || NOT_TRIED.has(outcome.kind)) return;
    const uri = vscode.Uri.parse(target.file);
    this.#clear(uri);
    if (!refusedProperty(outcome) && outcome.kind !== "unresolved") return;
    const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
    if (!document) return;
    const marks = marksIn(document, event.result);
    this.#diagnostics.set(
      uri,
      marks.filter((mark) => !isServers(uri, mark)),
    );
  };

  #clear(file: vscode.Uri): void {
    // This runs for every edit of every document, and deleting notifies VS Code even if there's nothing to delete.
    if (this.#diagnostics.has(file)) this.#diagnostics.delete(file);
  }

  #clearIn(folder: vscode.Uri): void {
    for (const [file] of this.#diagnostics)
      if (placeAfterMove(file.toString(), folder.toString(), "") !== file.toString()) this.#clear(file);
  }

  /** Clears the marks on values that contain a reference whose value was replaced. */
  clearAbout(reference: string): void {
    for (const document of vscode.workspace.textDocuments)
      this.#retain(document.uri, ({ range }) => !document.getText(range).includes(reference));
  }

  #retain(file: vscode.Uri, isRetained: (mark: vscode.Diagnostic) => boolean): void {
    const marks = this.#diagnostics.get(file) ?? [];
    const retained = marks.filter(isRetained);
    if (retained.length < marks.length) this.#diagnostics.set(file, retained);
  }
}

/** Shows what a push was refused for, if it's something in the file. */
export async function showRefused(result: PushResult): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(result.target.file));
  const [first] = marksIn(document, result);
  await vscode.window.showTextDocument(document, first ? { selection: first.range } : {});
}

function marksIn(document: vscode.TextDocument, { outcome, message }: PushResult): vscode.Diagnostic[] {
  const mark = (range: vscode.Range, text: string) =>
    // The language server's source is "vaultconn", and each of its findings has a code.
    Object.assign(new vscode.Diagnostic(range, text), { source: "vaultconn.push" });
  const refused = refusedProperty(outcome);
  if (refused) return [mark(propertyRange(document, refused), message.text)];
  const problems = outcome.kind === "unresolved" ? outcome.problems : [];
  return problems.map(({ property, reference, text }) => {
    const value = propertyRange(document, property.map(String));
    return mark(referenceRange(document, value, reference) ?? value, text);
  });
}

/** Whether the language server marks the same reference as one without a value. */
function isServers(file: vscode.Uri, { range }: vscode.Diagnostic): boolean {
  return vscode.languages.getDiagnostics(file).some((other) => {
    const code = typeof other.code === "object" ? other.code.value : other.code;
    return code === "unresolved-reference" && other.range.isEqual(range);
  });
}

/**
 * If the property isn't in the file, marks its nearest parent, or the root's brace. In a bare setup, the root is
 * `setup`.
 */
function propertyRange(document: vscode.TextDocument, property: readonly string[]): vscode.Range {
  const root = parseTree(document.getText(), [], { allowTrailingComma: true });
  const bare = root && findNodeAtLocation(root, ["setup"]) === undefined && property[0] === "setup";
  const path = bare ? property.slice(1) : [...property];
  for (let length = path.length; root && length >= 0; length--) {
    const value = findNodeAtLocation(root, path.slice(0, length));
    // For an object, mark only its key.
    const node = value?.type === "object" ? value.parent?.children?.[0] : value;
    if (node && length > 0)
      return new vscode.Range(document.positionAt(node.offset), document.positionAt(node.offset + node.length));
  }
  const { offset } = root ?? { offset: 0 };
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + 1));
}

function referenceRange(
  document: vscode.TextDocument,
  value: vscode.Range,
  reference: ReferenceProblem["reference"],
): vscode.Range | undefined {
  const { references } = parseReferences(document.getText(value));
  const found = references.find(({ kind, name }) => kind === reference?.kind && name === reference.name);
  const start = document.offsetAt(value.start);
  return found && new vscode.Range(document.positionAt(start + found.start), document.positionAt(start + found.end));
}
