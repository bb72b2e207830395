import * as l10n from "@vscode/l10n";
import type { CancellationToken, CodeLens } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  FILE_STATE_CHANGED,
  PUSH_COMMAND,
  type FileCommandParams,
  type FileStateParams,
} from "../../protocol/messages.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import { rangeBetween } from "../document/range.js";
import type { Feature } from "./feature.js";
import { inert } from "./describe.js";
import { takesCommand, type ClientQueries, type ClientSupport } from "../client/client.js";

export const codeLenses: Feature = {
  capabilities: ({ options }) => (options.fileState ? { codeLensProvider: { resolveProvider: false } } : {}),
  register(connection, { client, answerAbout }) {
    connection.onCodeLens(
      answerAbout("Code lenses", [], (document, _params, token) => lensesFor(document, client.support, client, token)),
    );
    connection.onNotification(FILE_STATE_CHANGED, () => {
      client.refreshCodeLenses();
    });
  },
};

/** The lenses the client wants above the root; a push alone where it does not say. None without a root object. */
export async function lensesFor(
  document: TextDocument,
  support: ClientSupport,
  queries: Pick<ClientQueries, "fileState">,
  token: CancellationToken,
): Promise<CodeLens[]> {
  const file = setupFileOf(document);
  if (!file.root) return [];
  const { offset } = file.root.node;
  const range = rangeBetween(document, offset, offset);
  const state = await queries.fileState(paramsFor(document.uri, file), token);
  const known = state?.lenses ?? [];
  const lenses = known.length > 0 ? known : [{ text: l10n.t("Push"), command: PUSH_COMMAND }];
  const params: FileCommandParams = { uri: document.uri };
  return lenses
    .filter(({ command }) => command === undefined || known.length > 0 || takesCommand(support, command))
    .map(({ text, command }) => ({
      range,
      command: {
        title: inert(text, 200),
        command: command ?? "",
        ...(command !== undefined && { arguments: [params] }),
      },
    }));
}

function paramsFor(uri: string, { id, tenant }: SetupFile): FileStateParams {
  const idText = id?.value?.value;
  const tenantText = tenant?.value?.value;
  return {
    uri,
    ...(typeof idText === "string" && { id: idText }),
    ...(typeof tenantText === "string" && { tenant: tenantText }),
  };
}
