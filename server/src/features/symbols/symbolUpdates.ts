import type { DocumentFilter } from "vscode-languageserver";
import { keyOf, pathOf } from "../../workspace/uris.js";
import { takesOtherDocuments } from "../../client/client.js";
import type { Context, Feature } from "../feature.js";

/** Keeps what is known of names in step with the files; and asks for the `.env` files that an editor has open. */
export const symbolUpdates: Feature = {
  register(_connection, context) {
    const { documents, files, symbols } = context;
    files.onDidChange((key) => {
      symbols.changed(key);
    });
    documents.onDidChangeContent(({ document }) => {
      symbols.changed(keyOf(document.uri));
    });
    documents.onDidClose(({ document }) => {
      symbols.changed(keyOf(document.uri));
    });
    if (takesOtherDocuments(context.client.support)) registerEnvFiles(context);
  },
};

/** Has the editor ask about `.env` files too: those the setting names now. */
function registerEnvFiles({ client, envFiles, files, run }: Context): void {
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
}

/** One file as a pattern, in which some characters would mean more than themselves. */
function filterFor(uri: string): readonly DocumentFilter[] {
  const path = pathOf(uri);
  return path === undefined ? [] : [{ scheme: "file", pattern: path.replaceAll(/[*?[\]{}]/g, "[$&]") }];
}
