import {
  type CancellationToken,
  type Definition,
  type DefinitionLink,
  type DefinitionParams,
  type DocumentHighlight,
  DocumentHighlightKind,
  type Location,
  type ReferenceParams,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  type NameAtParams,
  NameAtRequest,
  type NameAtResult,
  UsesRequest,
  type NameUses,
  type UsesParams,
  type UsesResult,
} from "../../../protocol/symbolMessages.js";
import { setupFileOf, targetOf } from "../../document/setupFile.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { type SymbolPlace, symbolsIn, variablePlaces } from "../../symbols/fileSymbols.js";
import { inLockFile } from "../../symbols/inLockFile.js";
import { fileInside } from "../../workspace/readFile.js";
import { besideFile } from "../../workspace/uris.js";
import type { Context, Feature } from "../feature.js";
import { onRequest } from "../guards.js";
import { locationsOf, settingsOf, usesOf } from "./places.js";

/** Goes from a name to what it names, finds its other uses in all files, and highlights them in the current one. */
export const navigation: Feature = {
  capabilities: () => ({ definitionProvider: true, referencesProvider: true, documentHighlightProvider: true }),
  register(connection, context) {
    const { answer, answerAboutName } = context;
    const { linkSupport } = context.client.support.capabilities.textDocument?.definition ?? {};
    connection.onDefinition(
      answerAboutName<DefinitionParams, Definition | DefinitionLink[] | null>(
        "Definition",
        null,
        async (symbol, document, _params, token) => {
          const found = await definitionsOf(context, document, symbol, token);
          if (!linkSupport) return [...found];
          const originSelectionRange = rangeBetween(document, symbol.whole.start, symbol.whole.end);
          return found.map(({ uri: targetUri, range }) => ({
            originSelectionRange,
            targetUri,
            targetRange: range,
            targetSelectionRange: range,
          }));
        },
      ),
    );
    connection.onReferences(
      answerAboutName("References", [], async (symbol, _document, params: ReferenceParams) => {
        const settings = params.context.includeDeclaration ? await settingsOf(context, symbol) : [];
        return [...settings, ...(await usesOf(context, symbol))].flatMap(locationsOf);
      }),
    );
    connection.onDocumentHighlight(
      answerAboutName("Highlights", [], (symbol, document) => highlightsOf(context, symbol, document)),
    );
    onRequest(
      connection,
      NameAtRequest,
      answerAboutName<NameAtParams, NameAtResult | null>("Name", null, ({ kind, name }) => ({ kind, name })),
    );
    onRequest(
      connection,
      UsesRequest,
      answer("Uses of names", { uses: [] }, ({ kind }) => allUses(context, kind)),
    );
  },
};

async function definitionsOf(
  context: Context,
  document: TextDocument,
  symbol: SymbolPlace,
  token: CancellationToken,
): Promise<readonly Location[]> {
  switch (symbol.kind) {
    case "env":
      return variableIn(context.envFiles.isOne(document) ? document : await context.envFiles.of(document.uri), symbol);
    case "file":
      return fileOf(context, document, symbol);
    case "secret": {
      const place = await context.client.place({ kind: "secret", name: symbol.name }, token);
      return place ? [place] : (await usesOf(context, symbol)).flatMap(locationsOf);
    }
    case "provider":
      return (await usesOf(context, symbol)).flatMap(locationsOf);
    case "connection":
      return connectionOf(context, document, token);
  }
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** If several lines set a variable, the last one counts. */
function variableIn(envFile: TextDocument | undefined, { key }: SymbolPlace): readonly Location[] {
  const line = envFile && variablePlaces(envFile).findLast((place) => place.key === key);
  return line ? locationsOf({ document: envFile, places: [line] }) : [];
}

async function fileOf(
  { files }: Context,
  { uri: setupFile }: TextDocument,
  { name }: SymbolPlace,
): Promise<readonly Location[]> {
  const uri = besideFile(setupFile, name);
  const file = uri && (await fileInside(files.folderOf(setupFile), uri));
  return uri !== undefined && file !== undefined ? [{ uri, range: START }] : [];
}

async function connectionOf(
  { client, files }: Context,
  document: TextDocument,
  token: CancellationToken,
): Promise<readonly Location[]> {
  const target = targetOf(setupFileOf(document));
  if (!target) return [];
  const { id, tenant } = target;
  const place = await client.place({ kind: "connection", id, ...(tenant !== undefined && { tenant }) }, token);
  const folder = files.folderOf(document.uri);
  const found = place ?? (folder === undefined ? undefined : await inLockFile(document.uri, folder, target));
  return found ? [found] : [];
}

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
