import type { TextDocument } from "vscode-languageserver-textdocument";
import { readSetupFile } from "../document/setupFile.js";
import { keyOf } from "../workspace/uris.js";
import type { Documents } from "../workspace/workspaceFiles.js";
import { symbolsIn, type FileSymbols, type SymbolKind, type SymbolPlace } from "./fileSymbols.js";

/** After so many files, other work gets its turn. */
const BATCH_FILES = 100;

export interface IndexedFile extends FileSymbols {
  readonly document: TextDocument;
  readonly version: number;
}

/** Where the names of all setup files stand: of the open documents as they are, of the others as they are on disk. */
export class SymbolIndex {
  readonly #open: Documents;
  readonly #files: Documents;
  readonly #found: Promise<void>;
  readonly #known = new WeakMap<TextDocument, IndexedFile>();

  /** @param open the open setup files. @param files those on disk. @param found resolves once these have been read. */
  constructor(open: Documents, files: Documents, found: Promise<void>) {
    this.#open = open;
    this.#files = files;
    this.#found = found;
  }

  /** Reads what has changed, once all files have been found, so that little is left to read right afterwards. */
  async settle(): Promise<void> {
    await this.#found;
    for (const [index, document] of this.#documents().entries()) {
      this.#read(document);
      if (index % BATCH_FILES === BATCH_FILES - 1) await new Promise(setImmediate);
    }
  }

  /** All files, in the order of their URIs. */
  all(): readonly IndexedFile[] {
    return this.#documents().map((document) => this.#read(document));
  }

  /** The files in which each symbol of a kind stands, by its key. */
  holders(kind: SymbolKind): ReadonlyMap<string, readonly IndexedFile[]> {
    const holders = new Map<string, IndexedFile[]>();
    for (const file of this.all()) {
      const keys = file.places.filter((place) => place.kind === kind).map(({ key }) => key);
      for (const key of new Set(keys)) holders.set(key, [...(holders.get(key) ?? []), file]);
    }
    return holders;
  }

  #documents(): readonly TextDocument[] {
    const open = this.#open.all();
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

/** The places of a symbol in one file, in the order of the text. */
export function placesOfSymbol({ places }: FileSymbols, key: string): readonly SymbolPlace[] {
  return places.filter((place) => place.key === key);
}
