import type { DocumentFilter } from "vscode-languageserver";
import { pathOf } from "../../workspace/uris.js";
import { takesOtherDocuments } from "../../client/support.js";
import type { Feature } from "../feature.js";

/**
 * Registers the `.env` files in the current settings, so that the client also sends requests about names in them, if it
 * can.
 */
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
    envFiles.onDidChange = () => {
      run("Registering .env files", () => (last = last.then(register, register)));
    };
    void files.found.then(envFiles.onDidChange);
  },
};

/** A filter for a single file. Its path must be escaped, since it's used as a glob pattern. */
function filterFor(uri: string): readonly DocumentFilter[] {
  const path = pathOf(uri);
  return path === undefined ? [] : [{ scheme: "file", pattern: path.replaceAll(/[*?[\]{}]/g, "[$&]") }];
}
