import * as vscode from "vscode";
import { USES, type UsesParams, type UsesResult } from "../../../server/protocol/symbolMessages.js";
import { distinct } from "../../core/secrets/lookUp.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import type { LanguageServer } from "./inspection.js";

/** Where the setup files of the workspace refer to each secret. A secret that is missing is referred to nowhere. */
export type SecretUses = ReadonlyMap<string, readonly vscode.Location[]>;

export function usesOfSecrets(server: LanguageServer): Promise<SecretUses> {
  return usesOf(server, "secret");
}

/** The setup files that refer to any of these, each once, in the order of their paths. */
export async function usersOf(
  server: LanguageServer,
  references: readonly NamedReference[],
): Promise<readonly vscode.Uri[]> {
  const kinds = [...new Set(references.map(({ kind }) => kind))];
  const uses = await Promise.all(kinds.map(async (kind) => [kind, await usesOf(server, kind)] as const));
  const byKind = new Map(uses);
  const places = distinct(references).flatMap(({ kind, name }) => byKind.get(kind)?.get(name) ?? []);
  const files = filesOf(places).map(({ uri }) => uri);
  return files.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
}

async function usesOf(server: LanguageServer, kind: NamedReference["kind"]): Promise<SecretUses> {
  const { uses } = await server.request<UsesResult>(USES, { kind } satisfies UsesParams);
  return new Map(
    uses.map(({ name, locations }) => [
      name,
      locations.map(({ uri, range: { start, end } }) => {
        const range = new vscode.Range(start.line, start.character, end.line, end.character);
        return new vscode.Location(vscode.Uri.parse(uri), range);
      }),
    ]),
  );
}

export function filesOf(uses: readonly vscode.Location[]): readonly vscode.Location[] {
  return [...new Map(uses.toReversed().map((use) => [use.uri.toString(), use])).values()].reverse();
}
