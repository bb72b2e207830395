import type { ReferenceParams, TextDocumentPositionParams } from "vscode-languageserver";
import {
  NameAtRequest,
  type NameAtResult,
  type NameUses,
  type UsesParams,
  UsesRequest,
} from "../../../protocol/symbolMessages.js";
import type { Context, Feature } from "../feature.js";
import { onRequest } from "../guards.js";
import { locationsOf, settingsOf, usesOf } from "./places.js";

/** Finds the uses of a name in all files, for editors and for our client's list of names. */
export const findReferences: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register(connection, context) {
    const { answer, answerAboutName } = context;
    connection.onReferences(
      answerAboutName("References", [], async (symbol, _document, params: ReferenceParams) => {
        const settings = params.context.includeDeclaration ? await settingsOf(context, symbol) : [];
        return [...settings, ...(await usesOf(context, symbol))].flatMap(locationsOf);
      }),
    );
    onRequest(
      connection,
      NameAtRequest,
      answerAboutName<TextDocumentPositionParams, NameAtResult | null>("Name", null, ({ kind, name }) => ({
        kind,
        name,
      })),
    );
    onRequest(
      connection,
      UsesRequest,
      answer("Uses of names", [], ({ kind }) => allUses(context, kind)),
    );
  },
};

async function allUses({ symbols }: Context, kind: UsesParams["kind"]): Promise<readonly NameUses[]> {
  await symbols.settle();
  return Array.from(symbols.uses(kind).values(), (files): NameUses => ({
    name: files[0]?.places[0]?.name ?? "",
    locations: files.flatMap(locationsOf),
  }));
}
