import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { placeAfterMove } from "../../core/push/storage.js";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { refusedProperty } from "../../core/push/outcome.js";
import type { PushResult, PushListener } from "../../core/push/run.js";
import type { ReferenceProblem } from "../../core/secrets/problems.js";
import type { PlannedFile } from "../../core/push/plan.js";

/** A complaint about a property, from the root of the update down. */
export interface Refusal {
  readonly property: readonly string[];
  readonly text: string;
  /** Where the reference stands that the complaint is about, if it is about one. */
  readonly reference?: vscode.Range | undefined;
}

interface Marker {
  readonly range: vscode.Range;
  readonly text: string;
  readonly isReference: boolean;
}

/** Nothing was found out by these about what is marked. */
const NOT_TRIED: ReadonlySet<PushResult["outcome"]["kind"]> = new Set(["busy", "notChosen", "cancelled"]);

/** What the service refused, and references without a value, marked in the file until it is changed or pushed. */
export class Refusals implements vscode.Disposable {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("vaultconn.push");
  readonly #marks = new Map<string, readonly Marker[]>();
  /** Where the first complaint about each file is, anyone who marks it. */
  readonly #first = new Map<string, vscode.Range>();
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.clear(document.uri);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri } of files) this.#clearIn(oldUri);
      }),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const file of files) this.#clearIn(file);
      }),
      // The server's come with what can be done, and it takes them back in time.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) this.#keep(uri, (mark) => !isServers(uri, mark));
      }),
    );
  }

  /** Marks what the service or a reference complained about; a file that is gone has no place for marks. */
  readonly hear: PushListener = async (event) => {
    if (event.kind !== "ended") return;
    const { subject, outcome, message, request } = event.result;
    if (subject.file === "" || NOT_TRIED.has(outcome.kind)) return;
    const uri = vscode.Uri.parse(subject.file);
    const named = refusedProperty(outcome);
    const problems = outcome.kind === "unresolved" ? outcome.problems : [];
    if (!named && problems.length === 0) {
      this.clear(uri);
      return;
    }
    const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
    if (!document) return;
    const file = request?.written;
    const isAsRead = file?.version === null ? !document.isDirty : file?.version === document.version;
    const ofReferences = problems.map((problem) => ({
      property: problem.property.map(String),
      text: problem.text,
      reference: file && isAsRead ? placeOf(problem, file) : undefined,
    }));
    this.mark(document, named ? [{ property: named, text: message.text }] : ofReferences);
  };

  mark(document: vscode.TextDocument, refusals: readonly Refusal[]): void {
    const { uri } = document;
    const marks = refusals.map(({ property, text, reference }) => ({
      range: reference ?? placeOfProperty(document, property),
      text,
      isReference: reference !== undefined,
    }));
    this.clear(uri);
    const [first] = marks;
    if (first) this.#first.set(uri.toString(), first.range);
    this.#show(
      uri,
      marks.filter((mark) => !isServers(uri, mark)),
    );
  }

  clear(file: vscode.Uri): void {
    // Every change of every document comes here.
    if (this.#first.delete(file.toString())) this.#show(file, []);
  }

  #clearIn(place: vscode.Uri): void {
    for (const file of [...this.#first.keys()])
      if (placeAfterMove(file, place.toString(), "") !== file) this.clear(vscode.Uri.parse(file));
  }

  /** Forgets complaints about values that hold a reference, which stands for something else from now on. */
  clearAbout(reference: string): void {
    for (const document of vscode.workspace.textDocuments)
      this.#keep(document.uri, ({ range }) => !document.getText(range).includes(reference));
  }

  async reveal(document: vscode.TextDocument): Promise<void> {
    const selection = this.#first.get(document.uri.toString());
    await vscode.window.showTextDocument(document, selection ? { selection } : {});
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#diagnostics.dispose();
  }

  #keep(file: vscode.Uri, isLeft: (mark: Marker) => boolean): void {
    const marks = this.#marks.get(file.toString()) ?? [];
    const left = marks.filter(isLeft);
    if (left.length < marks.length) this.#show(file, left);
  }

  #show(file: vscode.Uri, marks: readonly Marker[]): void {
    if (marks.length > 0) this.#marks.set(file.toString(), marks);
    else this.#marks.delete(file.toString());
    this.#diagnostics.set(file, marks.map(diagnosticOf));
  }
}

function diagnosticOf({ range, text }: Marker): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Error);
  // The language server's source is "vaultconn", and each of its findings has a code.
  diagnostic.source = "vaultconn.push";
  return diagnostic;
}

/** Whether the language server says of a reference as well that it has no value. */
function isServers(file: vscode.Uri, { range, isReference }: Marker): boolean {
  return (
    isReference &&
    vscode.languages
      .getDiagnostics(file)
      .some((other) => codeOf(other) === "unresolved-reference" && other.range.isEqual(range))
  );
}

function codeOf({ code }: vscode.Diagnostic): unknown {
  return typeof code === "object" ? code.value : code;
}

/** Without the property, its nearest parent, at last the root's brace. A bare setup has `setup` at the root. */
function placeOfProperty(document: vscode.TextDocument, property: readonly string[]): vscode.Range {
  const root = parseTree(document.getText(), [], { allowTrailingComma: true });
  const bare = root && findNodeAtLocation(root, ["setup"]) === undefined && property[0] === "setup";
  const path = bare ? property.slice(1) : [...property];
  for (let length = path.length; root && length >= 0; length--) {
    const value = findNodeAtLocation(root, path.slice(0, length));
    // Of an object its key is enough to be marked.
    const node = value?.type === "object" ? value.parent?.children?.[0] : value;
    if (node && length > 0)
      return new vscode.Range(document.positionAt(node.offset), document.positionAt(node.offset + node.length));
  }
  const { offset } = root ?? { offset: 0 };
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + 1));
}

function placeOf(
  { reference, property }: ReferenceProblem,
  { references = [], shape }: PlannedFile,
): vscode.Range | undefined {
  const path = String(shape === "bare" ? property.slice(1) : property);
  const at = references.find(
    ({ kind, name, property: other }) => kind === reference?.kind && name === reference.name && String(other) === path,
  );
  return at && rangeOf(at.range);
}

export function rangeOf({ start, end }: InspectResult["references"][number]["range"]): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
