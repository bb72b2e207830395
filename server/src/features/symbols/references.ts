import { DocumentHighlightKind, type DocumentHighlight, type ReferenceParams } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  NAME_AT,
  USES,
  type NameAtParams,
  type NameAtResult,
  type NameUses,
  type UsesParams,
  type UsesResult,
} from "../../../protocol/symbolMessages.js";
import { setupFileOf } from "../../document/setupFile.js";
import { type SymbolPlace, symbolsIn, variablePlaces } from "../../symbols/fileSymbols.js";
import type { Context, Feature } from "../feature.js";
import { locationsOf, settingsOf, usesOf } from "./places.js";

/** Finds the other uses of a name in all files, or highlights them in the current one. */
export const references: Feature = {
  capabilities: () => ({ referencesProvider: true, documentHighlightProvider: true }),
  register(connection, context) {
    const { answer, answerAboutName } = context;
    connection.onReferences(
      answerAboutName("References", [], async (symbol, _document, params: ReferenceParams) => {
        const settings = params.context.includeDeclaration ? await settingsOf(context, symbol) : [];
        return [...settings, ...(await usesOf(context, symbol))].flatMap(locationsOf);
      }),
    );
    connection.onDocumentHighlight(
      answerAboutName("Highlights", [], (symbol, document) => highlightsOf(context, symbol, document)),
    );
    connection.onRequest(
      NAME_AT,
      answerAboutName<NameAtParams, NameAtResult | null>("Name", null, ({ kind, name }) => ({ kind, name })),
    );
    connection.onRequest<UsesResult, never>(
      USES,
      answer("Uses of names", { uses: [] }, ({ kind }: UsesParams) => allUses(context, kind)),
    );
  },
};

function highlightsOf({ envFiles }: Context, { key }: SymbolPlace, document: TextDocument): DocumentHighlight[] {
  const isEnvFile = envFiles.isOne(document);
  const all = isEnvFile ? variablePlaces(document) : symbolsIn(document, setupFileOf(document)).places;
  const kind = isEnvFile ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
  const places = all.filter((place) => place.key === key);
  return locationsOf({ document, places }).map(({ range }) => ({ range, kind }));
}

async function allUses({ symbols }: Context, kind: UsesParams["kind"]): Promise<UsesResult> {
  await symbols.settle();
  const uses = Array.from(symbols.uses(kind).values(), (files): NameUses => ({
    name: files[0]?.places[0]?.name ?? "",
    locations: files.flatMap(locationsOf),
  }));
  return { uses };
}
