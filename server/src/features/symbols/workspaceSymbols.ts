import * as l10n from "@vscode/l10n";
import {
  SymbolKind,
  type CancellationToken,
  type SymbolInformation,
  type WorkspaceSymbolParams,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { FILE_ENDING } from "../../../../schemas/files.js";
import type { Span } from "../../../../schemas/references.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { keyOfName, variablePlaces } from "../../symbols/fileSymbols.js";
import { fileNameOf } from "../../workspace/uris.js";
import type { Context, Feature } from "../feature.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { shownHost } from "../../../../schemas/userInformation.js";

const MAX_SYMBOLS = 200;

/** Finds the workspace's connections, secrets, variables and provider paths by name. */
export const workspaceSymbols: Feature = {
  capabilities: () => ({ workspaceSymbolProvider: true }),
  register(connection, context) {
    connection.onWorkspaceSymbol(
      context.answer("Workspace symbols", [], ({ query }: WorkspaceSymbolParams, token) =>
        symbolsFor(context, query, token),
      ),
    );
  },
};

async function symbolsFor(context: Context, query: string, token: CancellationToken): Promise<SymbolInformation[]> {
  const known = query === "" ? undefined : await context.client.connections({ query }, token);
  const applications = new Map(known?.connections.map(({ id, app }) => [id, app]));
  const variables = new Map(
    (await context.envFiles.all()).flatMap((document) =>
      variablePlaces(document).map(({ name, place }) => [name, { document, place }] as const),
    ),
  );
  await context.symbols.settle();
  const pattern = query.toLowerCase();
  return [
    ...connectionsFor(context, pattern, applications),
    ...NAMES.flatMap((names) => [...namesFor(context, pattern, names, names.kind === "env" ? variables : new Map())]),
  ].slice(0, MAX_SYMBOLS);
}

/** @param applications of connections that match the query in the client's data, by connection id. */
function* connectionsFor(
  { symbols }: Context,
  pattern: string,
  applications: ReadonlyMap<string, string>,
): Generator<SymbolInformation> {
  for (const { document, connection } of symbols.all()) {
    if (!connection) continue;
    const { id, name, tenant, place } = connection;
    const application = id === undefined ? undefined : applications.get(id);
    const shown = name ?? id ?? fileNameOf(document.uri).replace(FILE_ENDING, "");
    const searched = [name, id, tenant].filter((each) => each !== undefined).join(" ") || shown;
    if (application === undefined && !matches(searched, pattern)) continue;
    const details = [application, shownHost(tenant), name === undefined ? undefined : id].filter(
      (each) => each !== undefined,
    );
    yield symbol(shown, SymbolKind.Object, sanitizeText(details.join(" · "), 200), document, place);
  }
}

const NAMES = [
  { kind: "secret", container: () => l10n.t("stored secret"), symbolKind: SymbolKind.Key },
  { kind: "env", container: () => l10n.t("environment variable"), symbolKind: SymbolKind.Variable },
  { kind: "provider", container: () => l10n.t("secret provider"), symbolKind: SymbolKind.Key },
] as const;

/** Finds names. @param set where variables are set. Other names are located at their first use. */
function* namesFor(
  { symbols }: Context,
  pattern: string,
  { kind, container, symbolKind }: (typeof NAMES)[number],
  set: ReadonlyMap<string, { readonly document: TextDocument; readonly place: Span }>,
): Generator<SymbolInformation> {
  const uses = symbols.uses(kind);
  const used = Array.from(uses.keys(), (key) => key.slice(kind.length + 1));
  for (const name of new Set([...set.keys(), ...used])) {
    const [file] = uses.get(keyOfName(kind, name)) ?? [];
    const { document, place } = set.get(name) ?? { document: file?.document, place: file?.places[0]?.place };
    if (document && place && matches(name, pattern)) yield symbol(name, symbolKind, container(), document, place);
  }
}

/** Whether a text contains the characters of the query in order, like in an editor's list, which also sorts. */
function matches(text: string, pattern: string): boolean {
  let from = 0;
  for (const character of pattern) {
    from = text.toLowerCase().indexOf(character, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

function symbol(
  name: string,
  kind: SymbolKind,
  container: string,
  document: TextDocument,
  { start, end }: Span,
): SymbolInformation {
  const location = { uri: document.uri, range: rangeBetween(document, start, end) };
  return { name: sanitizeText(name), kind, location, ...(container !== "" && { containerName: container }) };
}
