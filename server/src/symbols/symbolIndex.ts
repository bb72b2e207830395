import type { TextDocument } from "vscode-languageserver-textdocument";
import { readSetupFile } from "../document/setupFile.js";
import { keyOf } from "../workspace/uris.js";
import type { Documents } from "../workspace/workspaceFiles.js";
import { symbolsIn, type FileSymbols, type SymbolKind, type SymbolPlace } from "./fileSymbols.js";

/** So many files are read without letting anything else have its turn. */
const AT_ONCE = 100;

export interface IndexedFile extends FileSymbols {
  readonly document: TextDocument;
}

/**
 * Where the names of all setup files stand: of the open documents as they are, of the others as they are on disk. It is
 * told which files have changed, and reads those when it is asked next.
 */
export class SymbolIndex {
  readonly #open: Documents;
  readonly #files: Documents;
  readonly #known = new Map<string, IndexedFile>();
  /** Which files hold a symbol, by its key. */
  readonly #holders = new Map<string, Set<string>>();
  readonly #outdated = new Set<string>();

  /** @param open the open setup files. @param files those on disk. */
  constructor(open: Documents, files: Documents) {
    this.#open = open;
    this.#files = files;
  }

  /** A file was opened, edited or closed, or has come, gone or changed on disk. @param key the one that `keyOf` gives it */
  changed(key: string): void {
    this.#outdated.add(key);
  }

  /** Reads what has changed. What is asked for right afterwards, in the same turn, is as the files are. */
  async settle(): Promise<void> {
    while (this.#outdated.size > 0) {
      const open = new Map(this.#open.all().map((document) => [keyOf(document.uri), document]));
      for (const key of [...this.#outdated].slice(0, AT_ONCE)) {
        this.#outdated.delete(key);
        this.#read(key, open.get(key) ?? this.#files.get(key));
      }
      if (this.#outdated.size > 0) await new Promise(setImmediate);
    }
  }

  all(): IterableIterator<IndexedFile> {
    return this.#known.values();
  }

  /** The files in which a symbol stands, in the order of their URIs. */
  holding(key: string): readonly IndexedFile[] {
    const files = [...(this.#holders.get(key) ?? [])].flatMap((file) => this.#known.get(file) ?? []);
    return files.sort((a, b) => (a.document.uri < b.document.uri ? -1 : 1));
  }

  has(key: string): boolean {
    return this.#holders.has(key);
  }

  keys(kind: SymbolKind): readonly string[] {
    return [...this.#holders.keys()].filter((key) => key.startsWith(`${kind}:`));
  }

  #read(key: string, document: TextDocument | undefined): void {
    for (const { key: symbol } of this.#known.get(key)?.places ?? []) {
      const holders = this.#holders.get(symbol);
      holders?.delete(key);
      if (holders?.size === 0) this.#holders.delete(symbol);
    }
    this.#known.delete(key);
    if (!document) return;
    const file = { document, ...symbolsIn(document, readSetupFile(document.getText())) };
    this.#known.set(key, file);
    for (const { key: symbol } of file.places)
      this.#holders.set(symbol, (this.#holders.get(symbol) ?? new Set()).add(key));
  }
}

/** The places of a symbol in one file, in the order of the text. */
export function placesOfSymbol({ places }: FileSymbols, key: string): readonly SymbolPlace[] {
  return places.filter((place) => place.key === key);
}
