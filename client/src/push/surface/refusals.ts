import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";

/** A complaint about a property, from the root of the update down. */
export interface Refusal {
  readonly property: readonly string[];
  readonly text: string;
}

/** What the service refused, and references without a value, marked in the file until it is changed or pushed. */
export class Refusals implements vscode.Disposable {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("vaultconn.push");
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.clear(document.uri);
    });
  }

  mark(document: vscode.TextDocument, refusals: readonly Refusal[]): void {
    const diagnostics = refusals.map(({ property, text }) => {
      const diagnostic = new vscode.Diagnostic(rangeOf(document, property), text, vscode.DiagnosticSeverity.Error);
      diagnostic.source = "vaultconn";
      return diagnostic;
    });
    this.#diagnostics.set(document.uri, diagnostics);
  }

  clear(file: vscode.Uri): void {
    this.#diagnostics.delete(file);
  }

  /** Forgets complaints about values that hold a reference, which stands for something else from now on. */
  clearAbout(reference: string): void {
    for (const document of vscode.workspace.textDocuments) {
      const marked = this.#diagnostics.get(document.uri) ?? [];
      const left = marked.filter(({ range }) => !document.getText(range).includes(reference));
      if (left.length < marked.length) this.#diagnostics.set(document.uri, left);
    }
  }

  /** Shows the file where the first complaint is. */
  async reveal(document: vscode.TextDocument): Promise<void> {
    const [first] = this.#diagnostics.get(document.uri) ?? [];
    await vscode.window.showTextDocument(document, first ? { selection: first.range } : {});
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#diagnostics.dispose();
  }
}

/** The value of the property; in a bare setup the properties of `setup` are at the root. Its nearest parent where it is not there. */
function rangeOf(document: vscode.TextDocument, property: readonly string[]): vscode.Range {
  const root = parseTree(document.getText(), [], { allowTrailingComma: true });
  const bare = root && findNodeAtLocation(root, ["setup"]) === undefined && property[0] === "setup";
  const path = bare ? property.slice(1) : [...property];
  for (let length = path.length; root && length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node && length > 0) return new vscode.Range(document.positionAt(node.offset), document.positionAt(node.offset + node.length));
  }
  return new vscode.Range(0, 0, 0, 1);
}
