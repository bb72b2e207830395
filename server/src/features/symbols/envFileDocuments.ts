import type { DocumentFilter } from "vscode-languageserver";
import { pathOf } from "../../workspace/uris.js";
import { takesOtherDocuments } from "../../client/client.js";
import type { Feature } from "../feature.js";

/** Has an editor ask about names in `.env` files too, if it can: in those the setting names now. */
export const envFileDocuments: Feature = {
  register(_connection, { client, envFiles, files, run }) {
    if (!takesOtherDocuments(client.support)) return;
    let last = Promise.resolve();
    let registered: { readonly uris: string; readonly end: (() => void) | undefined } = { uris: "", end: undefined };
    const register = async (): Promise<void> => {
      const uris = await envFiles.uris();
      if (uris.join("\n") === registered.uris) return;
      registered.end?.();
      const registration = uris.length === 0 ? undefined : await client.registerDocuments(uris.flatMap(filterFor));
      registered = { uris: uris.join("\n"), end: () => registration?.dispose() };
    };
    const again = (): void => {
      run("Registering .env files", () => (last = last.then(register, register)));
    };
    envFiles.onDidChange(again);
    void files.found.then(again);
  },
};

/** One file as a pattern, in which some characters would mean more than themselves. */
function filterFor(uri: string): readonly DocumentFilter[] {
  const path = pathOf(uri);
  return path === undefined ? [] : [{ scheme: "file", pattern: path.replaceAll(/[*?[\]{}]/g, "[$&]") }];
}
