import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { placeAfterMove } from "../../core/push/storage.js";
import { rangeOf } from "../editor/inspection.js";
import { refusedProperty } from "../../core/push/outcome.js";
import type { PushResult, PushListener } from "../../core/push/run.js";
import type { ReferenceProblem } from "../../core/secrets/problems.js";
import type { PlannedFile } from "../../core/push/plan.js";

/** A refused property, as a path from the root of the update, with the reason. */
interface Refusal {
  readonly property: readonly string[];
  readonly text: string;
  /** The reference that was refused, if any. */
  readonly reference?: vscode.Range | undefined;
}

/** Outcomes that don't affect existing marks. */
const NOT_TRIED: ReadonlySet<PushResult["outcome"]["kind"]> = new Set(["busy", "notChosen", "cancelled"]);

/** Marks what the service refused, and references without a value, until the file is changed or pushed. */
export class Refusals {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("vaultconn.push");
  /** The first mark of each file, even if the language server shows it instead. */
  readonly #first = new Map<string, vscode.Range>();

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
    const { subject, outcome, message, request } = event.result;
    if (subject.file === "" || NOT_TRIED.has(outcome.kind)) return;
    const uri = vscode.Uri.parse(subject.file);
    this.#clear(uri);
    const named = refusedProperty(outcome);
    const problems = outcome.kind === "unresolved" ? outcome.problems : [];
    if (!named && problems.length === 0) return;
    const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
    if (!document) return;
    const file = request?.written;
    const isAsRead = file?.version === null ? !document.isDirty : file?.version === document.version;
    const ofReferences = problems.map((problem) => ({
      property: problem.property.map(String),
      text: problem.text,
      reference: file && isAsRead ? referenceRange(problem, file) : undefined,
    }));
    this.mark(document, named ? [{ property: named, text: message.text }] : ofReferences);
  };

  mark(document: vscode.TextDocument, refusals: readonly Refusal[]): void {
    const { uri } = document;
    const marks = refusals.map(({ property, text, reference }) =>
      Object.assign(new vscode.Diagnostic(reference ?? propertyRange(document, property), text), {
        // The language server's source is "vaultconn", and each of its findings has a code.
        source: "vaultconn.push",
      }),
    );
    const [first] = marks;
    if (first) this.#first.set(uri.toString(), first.range);
    this.#diagnostics.set(
      uri,
      marks.filter((mark) => !isServers(uri, mark)),
    );
  }

  #clear(file: vscode.Uri): void {
    // This runs for every edit of every document, so look in the map first.
    if (this.#first.delete(file.toString())) this.#diagnostics.delete(file);
  }

  #clearIn(folder: vscode.Uri): void {
    for (const file of [...this.#first.keys()])
      if (placeAfterMove(file, folder.toString(), "") !== file) this.#clear(vscode.Uri.parse(file));
  }

  /** Clears the marks on values that contain a reference whose value was replaced. */
  clearAbout(reference: string): void {
    for (const document of vscode.workspace.textDocuments)
      this.#retain(document.uri, ({ range }) => !document.getText(range).includes(reference));
  }

  async reveal(document: vscode.TextDocument): Promise<void> {
    const selection = this.#first.get(document.uri.toString());
    await vscode.window.showTextDocument(document, selection ? { selection } : {});
  }

  #retain(file: vscode.Uri, isRetained: (mark: vscode.Diagnostic) => boolean): void {
    const marks = this.#diagnostics.get(file) ?? [];
    const retained = marks.filter(isRetained);
    if (retained.length < marks.length) this.#diagnostics.set(file, retained);
  }
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
  { reference, property }: ReferenceProblem,
  { references = [], shape }: PlannedFile,
): vscode.Range | undefined {
  const path = String(shape === "bare" ? property.slice(1) : property);
  const at = references.find(
    ({ kind, name, property: other }) => kind === reference?.kind && name === reference.name && String(other) === path,
  );
  return at && rangeOf(at.range);
}
