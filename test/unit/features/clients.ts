import { CancellationToken, type ClientCapabilities, type CompletionItemKind } from "vscode-languageserver";
import type { ClientQueries } from "../../../server/src/client/languageClient.js";
import type { ClientSupport } from "../../../server/src/client/support.js";
import type { ConnectionsResult } from "../../../server/protocol/messages.js";

/** A token that is never cancelled. */
export const NEVER = CancellationToken.None;

export const supporting = (capabilities: ClientCapabilities, ...commands: string[]): ClientSupport => ({
  capabilities,
  options: { commands },
});

/** What VS Code takes. */
export const vscode = supporting(
  {
    workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } },
    textDocument: {
      completion: {
        completionItemKind: { valueSet: Array.from({ length: 25 }, (_, index) => (index + 1) as CompletionItemKind) },
        completionItem: {
          snippetSupport: true,
          insertReplaceSupport: true,
          labelDetailsSupport: true,
          insertTextModeSupport: { valueSet: [1, 2] },
          documentationFormat: ["markdown", "plaintext"],
        },
      },
      hover: { contentFormat: ["markdown", "plaintext"] },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      foldingRange: { lineFoldingOnly: true },
      codeAction: { isPreferredSupport: true },
      publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
    },
  },
  "vaultconn.storeSecret",
  "editor.action.triggerSuggest",
);

/** What an editor takes that knows LSP and nothing beyond it. */
export const plain = supporting({});

type Queries = Omit<ClientQueries, "support">;

const NAMES = {
  env: ["HOME", "SALESFORCE_KEY"],
  secret: ["acme.key", "not a name"],
  file: ["keys/a b.pem", "keys/one.pem"],
};

/** Answers with names that exist, and more of other kinds. */
export function naming(more: Readonly<Record<string, readonly string[]>> = {}): Queries["names"] {
  const known: typeof more = { ...NAMES, ...more };
  return ({ kind, among }) => {
    const names = known[kind] ?? [];
    return Promise.resolve({ names: among ? among.filter((name) => names.includes(name)) : names });
  };
}

const ACME = { tenant: "acme.example.com", tenantName: "Acme" };
const OLD = { tenant: "old.example.com:8443", tenantName: "Old <b>tenant</b>" };
const CONNECTIONS: ConnectionsResult["connections"] = [
  { id: "ac_1", name: "Salesforce", app: "SALESFORCE", ready: true, ...ACME },
  { id: "ac_2", name: "[Legacy](command:x) `CRM`\u202E", app: "HTTP", ready: false, ...ACME },
  { id: "ac_3", name: "Warehouse", app: "BIGQUERY", ready: true, ...OLD },
];
const TENANTS = [ACME, OLD].map(({ tenant, tenantName }) => ({ host: tenant, name: tenantName }));

/** A client that knows a few names and connections. */
export const knowing: Queries = {
  names: naming(),
  connections: ({ tenant, id }) =>
    Promise.resolve({
      connections: CONNECTIONS.filter(
        (known) => (tenant ?? known.tenant) === known.tenant && (id ?? known.id) === known.id,
      ),
      tenants: TENANTS,
      incomplete: false,
    }),
};
