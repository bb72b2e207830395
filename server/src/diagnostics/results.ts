import type { Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Checker } from "../checker.js";
import { readSetupFile } from "../document/setupFile.js";

/** The diagnostics of a document, with an id that stays the same as long as they do. */
export interface Result {
  readonly id: string;
  readonly diagnostics: Diagnostic[];
}

interface Remembered extends Result {
  readonly version: number;
  readonly revision: number;
  readonly json: string;
}

/** Ids of another run of the server must not be taken for ours. */
const SESSION = `${process.pid.toString(36)}${Date.now().toString(36)}`;

/** The diagnostics of the documents, computed when they are asked for and something has changed. */
export class Results {
  readonly #checker: Checker;
  readonly #results = new WeakMap<TextDocument, Remembered>();
  #ids = 0;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /**
   * The diagnostics of a document now.
   * @param open the tree of an open document is kept; that of a file on disk is not.
   */
  of(document: TextDocument, open: boolean): Result {
    const last = this.#results.get(document);
    const { version } = document;
    const { revision } = this.#checker;
    if (last?.version === version && last.revision === revision) return last;
    const diagnostics = open
      ? this.#checker.diagnostics(document)
      : this.#checker.diagnostics(document, readSetupFile(document.getText()));
    const json = JSON.stringify(diagnostics);
    const id = last?.json === json ? last.id : `${SESSION}-${++this.#ids}`;
    const result = { id, diagnostics, version, revision, json };
    this.#results.set(document, result);
    return result;
  }
}
