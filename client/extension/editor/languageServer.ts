import * as vscode from "vscode";
import type { RequestType } from "../../../server/protocol/messages.js";
import { UsesRequest } from "../../../server/protocol/symbolMessages.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { distinct } from "../../core/secrets/resolve.js";
import { rangeOf } from "./inspection.js";

/** What features ask the language server. The one that runs it is in `language/`. */
export interface LanguageServer {
  /** Starts the server first if needed. */
  request<Params, Result>(type: RequestType<Params, Result>, params: Params): Promise<Result>;
}

/** Where the workspace's setup files refer to each name. Names without references are absent. */
export type SecretUses = ReadonlyMap<string, readonly vscode.Location[]>;

/** The setup files that refer to any of these, in path order. */
export async function usersOf(
  server: LanguageServer,
  references: readonly NamedReference[],
): Promise<readonly vscode.Uri[]> {
  const uses = distinct(references).map(async ({ kind, name }) => (await usesOf(server, kind)).get(name) ?? []);
  const places = (await Promise.all(uses)).flat();
  const files = filesOf(places).map(({ uri }) => uri);
  return files.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
}

export async function usesOf(server: LanguageServer, kind: NamedReference["kind"]): Promise<SecretUses> {
  const uses = await server.request(UsesRequest, { kind });
  return new Map(
    uses.map(({ name, locations }) => [
      name,
      locations.map(({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), rangeOf(range))),
    ]),
  );
}

/** Names of secrets that are stored or that setup files refer to. */
export async function namesOfSecrets({
  secrets,
  languageServer,
}: {
  readonly secrets: Pick<NamedSecrets, "names">;
  readonly languageServer: LanguageServer;
}): Promise<readonly string[]> {
  return [...secrets.names, ...(await usesOf(languageServer, "secret")).keys()];
}

export function filesOf(uses: readonly vscode.Location[]): readonly vscode.Location[] {
  return [...new Map(uses.toReversed().map((use) => [use.uri.toString(), use])).values()].reverse();
}
