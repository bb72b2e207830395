import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** The diagnostics of a document, with an id that stays the same as long as they do. */
export interface Result {
  readonly id: string;
  readonly diagnostics: Diagnostic[];
}

interface Remembered extends Result {
  readonly json: string;
  readonly version: number;
  revision: number;
}

/** Ids of another run of the server must not be taken for ours. */
const SESSION = `${process.pid.toString(36)}${Date.now().toString(36)}`;
const OUTDATED = -1;

/** Remembers the diagnostics of documents until the text is new or they are forgotten. */
export class Results {
  readonly #results = new WeakMap<TextDocument, Remembered>();
  #revision = 0;
  #ids = 0;

  /** The diagnostics of a document now. @param check makes them, where they have to be made anew. */
  of(document: TextDocument, check: () => Diagnostic[]): Result {
    const last = this.#results.get(document);
    const { version } = document;
    if (last?.version === version && last.revision === this.#revision) return last;
    const diagnostics = check();
    const json = JSON.stringify(diagnostics);
    const id = last?.json === json ? last.id : `${SESSION}-${++this.#ids}`;
    const result = { id, diagnostics, json, version, revision: this.#revision };
    this.#results.set(document, result);
    return result;
  }

  /** Has a document checked again; the id remains if nothing has changed. */
  forget(document: TextDocument): void {
    const last = this.#results.get(document);
    if (last) last.revision = OUTDATED;
  }

  forgetAll(): void {
    this.#revision++;
  }
}

/** A result as a client that pulls is told of it. */
export function reportOf({ id, diagnostics }: Result, previousResultId: string | undefined): DocumentDiagnosticReport {
  return id === previousResultId
    ? { kind: "unchanged", resultId: id }
    : { kind: "full", resultId: id, items: diagnostics };
}
