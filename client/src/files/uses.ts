import * as vscode from "vscode";
import { USES, type UsesParams, type UsesResult } from "../../../server/protocol/messages.js";
import type { LanguageServer } from "./inspection.js";

/** Where the setup files of the workspace, open or not, refer to each secret. A secret that is missing is referred to nowhere. */
export type SecretUses = ReadonlyMap<string, readonly vscode.Location[]>;

/** Asks the language server for them. */
export async function usesOfSecrets(server: LanguageServer): Promise<SecretUses> {
  const { uses } = await server.request<UsesResult>(USES, { kind: "secret" } satisfies UsesParams);
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

/** The files among those places, each once. */
export function filesOf(uses: readonly vscode.Location[]): readonly vscode.Location[] {
  return [...new Map(uses.toReversed().map((use) => [use.uri.toString(), use])).values()].reverse();
}
