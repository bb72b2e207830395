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

export type SymbolIndex = ReturnType<typeof createSymbolIndex>;

/**
 * Where all setup files use names: open documents with their unsaved changes, others as on disk.
 * @param open the open setup files. @param files those on disk.
 */
export function createSymbolIndex(open: Documents, files: Documents & Pick<WorkspaceFiles, "found">) {
  const known = new WeakMap<TextDocument, IndexedFile>();

  const documents = (): readonly TextDocument[] => {
    const opened = open.all().filter(({ uri }) => isOriginal(uri));
    const keys = new Set(opened.map(({ uri }) => keyOf(uri)));
    const closed = files.all().filter(({ uri }) => !keys.has(keyOf(uri)));
    return [...opened, ...closed].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  };

  const read = (document: TextDocument): IndexedFile => {
    const before = known.get(document);
    if (before?.version === document.version) return before;
    const symbols = symbolsIn(document, readSetupFile(document.getText()));
    const file = { document, version: document.version, ...symbols };
    known.set(document, file);
    return file;
  };

  const all = (): readonly IndexedFile[] => documents().map(read);

  return {
    /** Waits until all files have been found, and indexes changes in batches, so that the next call has little to read. */
    settle: async (): Promise<void> => {
      await files.found;
      for (const [index, document] of documents().entries()) {
        read(document);
        if (index % BATCH_FILES === BATCH_FILES - 1) await new Promise(setImmediate);
      }
    },
    /** All files, sorted by URI. */
    all,
    /** The places of all symbols of a kind, by key, sorted by file URI. */
    uses: (kind: SymbolKind): ReadonlyMap<string, readonly Places[]> => {
      const uses = new Map<string, Places[]>();
      for (const { document, places } of all()) {
        for (const [key, ofKey] of Map.groupBy(places, (place) => place.key)) {
          if (!ofKey.some((place) => place.kind === kind)) continue;
          const before = uses.get(key) ?? [];
          before.push({ document, places: ofKey });
          uses.set(key, before);
        }
      }
      return uses;
    },
  };
}
