import type { CancellationToken, Definition, DefinitionLink, DefinitionParams, Location } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf, targetOf } from "../../document/setupFile.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { type SymbolPlace, variablePlaces } from "../../symbols/fileSymbols.js";
import { inLockFile } from "../../symbols/inLockFile.js";
import { fileInside } from "../../workspace/readFile.js";
import { besideFile } from "../../workspace/uris.js";
import type { Context, Feature } from "../feature.js";
import { locationsOf, usesOf } from "./places.js";

/** Goes from a name to what it names. */
export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register(connection, context) {
    const { linkSupport } = context.client.support.capabilities.textDocument?.definition ?? {};
    connection.onDefinition(
      context.answerAboutName<DefinitionParams, Definition | DefinitionLink[] | null>(
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
