import type { DocumentHighlight, Location, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeBetween } from "../../document/range.js";
import type { NamedSymbol, SymbolPlace } from "../../symbols/fileSymbols.js";
import { symbolAt, variableAt, variablePlaces } from "../../symbols/symbolAt.js";
import { placesOfSymbol } from "../../symbols/symbolIndex.js";
import type { Context } from "../feature.js";

/** A document with the places of one symbol in it, in the order of the text. */
export interface Places {
  readonly document: TextDocument;
  readonly places: readonly SymbolPlace[];
}

/** The name at a position of a setup file, or in a line of a `.env` file. */
export function nameAt({ envFiles }: Context, document: TextDocument, position: Position): SymbolPlace | undefined {
  return envFiles.isOne(document) ? variableAt(document, position) : symbolAt(document, position);
}

/** All uses of a symbol in the setup files of the workspace, open or not. */
export async function usesOf({ files, symbols }: Context, { key }: NamedSymbol): Promise<readonly Places[]> {
  await files.found;
  await symbols.settle();
  return symbols.holding(key).map((file) => ({ document: file.document, places: placesOfSymbol(file, key) }));
}

/** Where the `.env` files of the workspace set a variable; nothing for any other symbol. */
export async function settingsOf({ envFiles }: Context, { kind, key }: NamedSymbol): Promise<readonly Places[]> {
  if (kind !== "env") return [];
  return (await envFiles.all())
    .map((document) => ({ document, places: variablePlaces(document).filter((place) => place.key === key) }))
    .filter(({ places }) => places.length > 0);
}

/** Places as LSP has them, the names alone. */
export function locationsOf({ document, places }: Places): Location[] {
  return places.map(({ place }) => ({ uri: document.uri, range: rangeBetween(document, place.start, place.end) }));
}

/** The same within one document. */
export function highlightsOf(
  { document, places }: Places,
  kind: DocumentHighlight["kind"] & number,
): DocumentHighlight[] {
  return locationsOf({ document, places }).map(({ range }) => ({ range, kind }));
}
