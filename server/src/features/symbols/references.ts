import {
  DocumentHighlightKind,
  type DocumentHighlight,
  type DocumentHighlightParams,
  type Location,
  type Position,
  type ReferenceParams,
} from "vscode-languageserver";
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
import { symbolsIn, variablePlaces } from "../../symbols/fileSymbols.js";
import type { Context, Feature } from "../feature.js";
import { locationsOf, nameAt, settingsOf, usesOf } from "./places.js";

/** Finds the other uses of a name in all files, or highlights them in the current one. */
export const references: Feature = {
  capabilities: () => ({ referencesProvider: true, documentHighlightProvider: true }),
  register(connection, context) {
    const { answer, answerAbout, openFiles } = context;
    connection.onReferences(
      answerAbout(
        "References",
        [],
        (document, { position, context: { includeDeclaration } }: ReferenceParams) =>
          referencesAt(context, document, position, includeDeclaration),
        openFiles,
      ),
    );
    connection.onDocumentHighlight(
      answerAbout(
        "Highlights",
        [],
        (document, { position }: DocumentHighlightParams) => highlightsAt(context, document, position),
        openFiles,
      ),
    );
    connection.onRequest(
      NAME_AT,
      answerAbout(
        "Name",
        null,
        (document, { position }: NameAtParams): NameAtResult | null => {
          const symbol = nameAt(context, document, position);
          return symbol ? { kind: symbol.kind, name: symbol.name } : null;
        },
        openFiles,
      ),
    );
    connection.onRequest<UsesResult, never>(
      USES,
      answer("Uses of names", { uses: [] }, ({ kind }: UsesParams) => allUses(context, kind)),
    );
  },
};

async function referencesAt(
  context: Context,
  document: TextDocument,
  position: Position,
  includeDeclaration: boolean,
): Promise<Location[]> {
  const symbol = nameAt(context, document, position);
  if (!symbol) return [];
  const places = [...(includeDeclaration ? await settingsOf(context, symbol) : []), ...(await usesOf(context, symbol))];
  return places.flatMap(locationsOf);
}

function highlightsAt(context: Context, document: TextDocument, position: Position): DocumentHighlight[] {
  const symbol = nameAt(context, document, position);
  if (!symbol) return [];
  const isEnvFile = context.envFiles.isOne(document);
  const all = isEnvFile ? variablePlaces(document) : symbolsIn(document, setupFileOf(document)).places;
  const kind = isEnvFile ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
  const places = all.filter(({ key }) => key === symbol.key);
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
