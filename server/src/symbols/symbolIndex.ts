import type { TextDocument } from "vscode-languageserver-textdocument";
import { readSetupFile } from "../document/setupFile.js";
import { isOriginal, keyOf } from "../workspace/uris.js";
import type { Documents, WorkspaceFiles } from "../workspace/workspaceFiles.js";
import { symbolsIn, type FileSymbols, type SymbolKind, type SymbolPlace } from "./fileSymbols.js";

/** Yields to other work after this many files. */
const BATCH_FILES = 100;

/** A document with the places of one symbol, in text order. */
export interface Places {
  readonly document: TextDocument;
  readonly places: readonly SymbolPlace[];
}

export interface IndexedFile extends FileSymbols {
  readonly document: TextDocument;
  readonly version: number;
}

/** Where all setup files use names: open documents with their unsaved changes, others as on disk. */
export class SymbolIndex {
  readonly #open: Documents;
  readonly #files: Documents & Pick<WorkspaceFiles, "found">;
  readonly #known = new WeakMap<TextDocument, IndexedFile>();

  /** @param open the open setup files. @param files those on disk. */
  constructor(open: Documents, files: Documents & Pick<WorkspaceFiles, "found">) {
    this.#open = open;
    this.#files = files;
  }

  /**
   * Waits until all files have been found, and indexes changes in batches, so that the next call has little to read.
   */
  async settle(): Promise<void> {
    await this.#files.found;
    for (const [index, document] of this.#documents().entries()) {
      this.#read(document);
      if (index % BATCH_FILES === BATCH_FILES - 1) await new Promise(setImmediate);
    }
  }

  /** All files, sorted by URI. */
  all(): readonly IndexedFile[] {
    return this.#documents().map((document) => this.#read(document));
  }

  /** The places of all symbols of a kind, by key, sorted by file URI. */
  uses(kind: SymbolKind): ReadonlyMap<string, readonly Places[]> {
    const uses = new Map<string, Places[]>();
    for (const { document, places } of this.all()) {
      for (const key of new Set(places.filter((place) => place.kind === kind).map((place) => place.key))) {
        const ofKey = uses.get(key) ?? [];
        ofKey.push({ document, places: places.filter((place) => place.key === key) });
        uses.set(key, ofKey);
      }
    }
    return uses;
  }

  #documents(): readonly TextDocument[] {
    const open = this.#open.all().filter(({ uri }) => isOriginal(uri));
    const keys = new Set(open.map(({ uri }) => keyOf(uri)));
    const closed = this.#files.all().filter(({ uri }) => !keys.has(keyOf(uri)));
    return [...open, ...closed].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  }

  #read(document: TextDocument): IndexedFile {
    const known = this.#known.get(document);
    if (known?.version === document.version) return known;
    const symbols = symbolsIn(document, readSetupFile(document.getText()));
    const file = { document, version: document.version, ...symbols };
    this.#known.set(document, file);
    return file;
  }
}
