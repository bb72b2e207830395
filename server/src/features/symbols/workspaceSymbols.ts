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
import { keyOfName, variablePlaces } from "../../symbols/fileSymbols.js";
import { placesOfSymbol } from "../../symbols/symbolIndex.js";
import { SETUP_FILE_SUFFIX } from "../../workspace/findFiles.js";
import type { Context, Feature } from "../feature.js";
import { inert } from "../describe.js";

/** Nobody looks through more than these. */
const MOST = 200;

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

interface Found {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: string;
  readonly document: TextDocument;
  readonly place: Span;
}

/** What fits, the best first; what it is and where it stands is looked up only for what is shown. */
class Best {
  readonly #byRank: (() => Found | undefined)[][] = [[], [], []];

  add(rank: number | undefined, found: () => Found | undefined): void {
    const same = rank === undefined ? undefined : this.#byRank[rank];
    if (same && same.length < MOST) same.push(found);
  }

  symbols(): SymbolInformation[] {
    const found = this.#byRank.flat().slice(0, MOST);
    return found.flatMap((look): SymbolInformation[] => {
      const { name, kind, container, document, place } = look() ?? {};
      if (name === undefined || !kind || !document || !place || container === undefined) return [];
      const location = { uri: document.uri, range: rangeBetween(document, place.start, place.end) };
      return [{ name, kind, location, ...(container !== "" && { containerName: container }) }];
    });
  }
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
  const best = new Best();
  addConnections(best, context, wanted, applications);
  addNames(best, context, wanted, { kind: "secret", container: l10n.t("stored secret"), symbolKind: SymbolKind.Key });
  const variable = { container: l10n.t("environment variable"), symbolKind: SymbolKind.Variable, set: variables };
  addNames(best, context, wanted, { kind: "env", ...variable });
  return best.symbols();
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

function addConnections(
  best: Best,
  { symbols }: Context,
  wanted: string,
  applications: ReadonlyMap<string, string>,
): void {
  for (const { document, connection } of symbols.all()) {
    if (!connection) continue;
    const { id, name, tenant, searched, place } = connection;
    const application = id === undefined ? undefined : applications.get(id);
    const shown = (): string => name ?? id ?? nameOf(document.uri);
    const text = searched === "" ? shown().toLowerCase() : searched;
    const rank = rankOf(text, wanted) ?? (application === undefined ? undefined : 1);
    best.add(rank, () => {
      const details = [application, tenant, name === undefined ? undefined : id].filter((each) => each !== undefined);
      const container = inert(details.join(" · "), 200);
      return { name: inert(shown()), kind: SymbolKind.Object, container, document, place };
    });
  }
}

/** Secrets or variables, and how they are shown. */
interface Names {
  readonly kind: "secret" | "env";
  readonly container: string;
  readonly symbolKind: SymbolKind;
  /** Where variables are set; any other name is shown where it is first used. */
  readonly set?: ReadonlyMap<string, { readonly document: TextDocument; readonly place: Span }>;
}

function addNames(best: Best, { symbols }: Context, wanted: string, { kind, container, symbolKind, set }: Names): void {
  const used = symbols.keys(kind).map((key) => key.slice(kind.length + 1));
  for (const name of new Set([...(set?.keys() ?? []), ...used])) {
    best.add(rankOf(name.toLowerCase(), wanted), () => {
      const key = keyOfName(kind, name);
      const [file] = symbols.holding(key);
      const firstUse = file && { document: file.document, place: placesOfSymbol(file, key)[0]?.place };
      const { document, place } = set?.get(name) ?? firstUse ?? {};
      return document && place && { name, kind: symbolKind, container, document, place };
    });
  }
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

function nameOf(uri: DocumentUri): string {
  const last = uri.slice(uri.lastIndexOf("/") + 1);
  const name = last.endsWith(SETUP_FILE_SUFFIX) ? last.slice(0, -SETUP_FILE_SUFFIX.length) : last;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
