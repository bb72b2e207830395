import * as l10n from "@vscode/l10n";
import {
  SymbolKind,
  type CancellationToken,
  type DocumentUri,
  type SymbolInformation,
  type WorkspaceSymbolParams,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../../../schemas/references.js";
import { rangeBetween } from "../../document/range.js";
import { keyOfName } from "../../symbols/fileSymbols.js";
import { variablePlaces } from "../../symbols/symbolAt.js";
import { placesOfSymbol } from "../../symbols/symbolIndex.js";
import { SETUP_FILE_SUFFIX } from "../../workspace/findFiles.js";
import type { Context, Feature } from "../feature.js";
import { inert } from "../inert.js";

/** Nobody looks through more than these. */
const MOST = 500;

/** Finds connections, secrets and variables of the workspace by their names. */
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

/** Something that fits, the better the lower its rank. */
interface Found {
  readonly rank: number;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: string;
  readonly at: () => { readonly document: TextDocument; readonly place: Span } | undefined;
}

async function symbolsFor(context: Context, query: string, token: CancellationToken): Promise<SymbolInformation[]> {
  const applications = await applicationsFor(context, query, token);
  const variables = new Map(
    (await context.envFiles.all()).flatMap((document) =>
      variablePlaces(document).map(({ name, place }) => [name, { document, place }] as const),
    ),
  );
  await context.files.found;
  await context.symbols.settle();
  const wanted = query.toLowerCase();
  const found = [
    ...connectionsFor(context, wanted, applications),
    ...namesFor(context, wanted, "secret", l10n.t("stored secret"), SymbolKind.Key, new Map()),
    ...namesFor(context, wanted, "env", l10n.t("environment variable"), SymbolKind.Variable, variables),
  ];
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .flatMap(({ name, kind, container, at }) => {
      const { document, place } = at() ?? {};
      if (!document || !place) return [];
      const location = { uri: document.uri, range: rangeBetween(document, place.start, place.end) };
      return [{ name, kind, location, ...(container !== "" && { containerName: container }) }];
    });
}

/** The applications of connections that fit by what the client knows of them, by the connections' ids. */
async function applicationsFor(
  { client }: Context,
  query: string,
  token: CancellationToken,
): Promise<ReadonlyMap<string, string>> {
  const known = query === "" ? undefined : await client.connections({ query }, token);
  return new Map(known?.connections.map(({ id, app }) => [id, app]));
}

function connectionsFor(
  { symbols }: Context,
  wanted: string,
  applications: ReadonlyMap<string, string>,
): readonly Found[] {
  const found: Found[] = [];
  for (const { document, connection } of symbols.all()) {
    if (!connection) continue;
    const { id, name, tenant, place } = connection;
    const shown = name ?? id ?? nameOf(document.uri);
    const application = id === undefined ? undefined : applications.get(id);
    const details = [application, tenant, shown === id ? undefined : id].filter((text) => text !== undefined);
    const rank = rankOf([shown, ...details].join(" ").toLowerCase(), wanted);
    if (rank === undefined) continue;
    const container = inert(details.join(" · "), 200);
    found.push({ rank, name: inert(shown), kind: SymbolKind.Object, container, at: () => ({ document, place }) });
  }
  return found;
}

/** @param set where variables are set; any other name is shown where it is first used. */
function namesFor(
  { symbols }: Context,
  wanted: string,
  kind: "secret" | "env",
  container: string,
  symbolKind: SymbolKind,
  set: ReadonlyMap<string, { readonly document: TextDocument; readonly place: Span }>,
): readonly Found[] {
  const used = symbols.keys(kind).map((key) => key.slice(kind.length + 1));
  return [...new Set([...set.keys(), ...used])].flatMap((name) => {
    const rank = rankOf(name.toLowerCase(), wanted);
    if (rank === undefined) return [];
    const firstUse = (): ReturnType<Found["at"]> => {
      const key = keyOfName(kind, name);
      const [file] = symbols.holding(key);
      const place = file && placesOfSymbol(file, key)[0]?.place;
      return place && { document: file.document, place };
    };
    return [{ rank, name, kind: symbolKind, container, at: () => set.get(name) ?? firstUse() }];
  });
}

/** How well a text fits: it begins with what is wanted, holds it, or has its characters in their order. */
function rankOf(text: string, wanted: string): number | undefined {
  const index = text.indexOf(wanted);
  if (index >= 0) return Math.min(index, 1);
  let from = 0;
  for (const character of wanted) {
    from = text.indexOf(character, from) + 1;
    if (from === 0) return undefined;
  }
  return 2;
}

/** The name of a setup file without its ending. */
function nameOf(uri: DocumentUri): string {
  const last = uri.slice(uri.lastIndexOf("/") + 1);
  const name = last.endsWith(SETUP_FILE_SUFFIX) ? last.slice(0, -SETUP_FILE_SUFFIX.length) : last;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
