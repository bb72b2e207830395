import type { Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../document/cache.js";
import { variablesIn } from "../document/envFile.js";
import { keyOfName, symbolsIn, type SymbolPlace } from "./fileSymbols.js";

/** The name at a position of a setup file; between two references that touch, that of the second. */
export function symbolAt(document: TextDocument, position: Position): SymbolPlace | undefined {
  const offset = document.offsetAt(position);
  const { places } = symbolsIn(document, setupFileOf(document));
  return places.findLast(({ whole }) => whole.start <= offset && offset <= whole.end);
}

/** The variables of a `.env` file, each where it is set. */
export function variablePlaces(document: TextDocument): readonly SymbolPlace[] {
  return variablesIn(document.getText()).map(({ name, start, end }) => ({
    kind: "env",
    name,
    key: keyOfName("env", name),
    place: { start, end },
    whole: { start, end },
  }));
}

/** The variable in whose line a position of a `.env` file is. */
export function variableAt(document: TextDocument, { line }: Position): SymbolPlace | undefined {
  return variablePlaces(document).find(({ place }) => document.positionAt(place.start).line === line);
}
