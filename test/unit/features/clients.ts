import { CancellationToken, type ClientCapabilities, type CompletionItemKind } from "vscode-languageserver";
import type { ClientQueries, ClientSupport } from "../../../server/src/client/languageClient.js";
import { type ConnectionsResult, type NamesResult } from "../../../server/protocol/messages.js";

/** A token that is never cancelled. */
export const NEVER = CancellationToken.None;

const VSCODE: ClientCapabilities = {
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
};

const COMMANDS = ["vaultconn.storeSecret", "editor.action.triggerSuggest"];

/** What VS Code takes. */
export const vscode: ClientSupport = { capabilities: VSCODE, options: { commands: COMMANDS } };

/** What an editor takes that knows snippets, and doesn't say how it indents them. */
export const indenting: ClientSupport = {
  capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  options: {},
};

/** The same for one that says that it indents whatever it inserts. */
export const adjusting: ClientSupport = {
  capabilities: { textDocument: { completion: { completionItem: { insertTextModeSupport: { valueSet: [2] } } } } },
  options: {},
};

/** What an editor takes that knows LSP and nothing beyond it. */
export const plain: ClientSupport = { capabilities: {}, options: {} };

type Queries = Omit<ClientQueries, "support">;

const NAMES: Readonly<Record<string, readonly string[]>> = {
  env: ["HOME", "SALESFORCE_KEY"],
  secret: ["acme.key", "not a name"],
  file: ["keys/a b.pem", "keys/one.pem"],
};

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
  names: ({ kind, among }) => {
    const names = NAMES[kind] ?? [];
    return Promise.resolve<NamesResult>({ names: among ? among.filter((name) => names.includes(name)) : names });
  },
  connections: ({ tenant, id }) =>
    Promise.resolve({
      connections: CONNECTIONS.filter(
        (known) => (tenant === undefined || known.tenant === tenant) && (id === undefined || known.id === id),
      ),
      tenants: TENANTS,
      incomplete: false,
    }),
};

/** A client without any tenant. */
export const tenantless: Queries = {
  ...knowing,
  connections: () => Promise.resolve({ connections: [], tenants: [], incomplete: false }),
};

/** A client that answers nothing of ours. */
export const silent: Queries = {
  names: () => Promise.resolve(undefined),
  connections: () => Promise.resolve(undefined),
};

/** A client that knows the providers op and team, too. */
export const providers: Queries = {
  ...knowing,
  names: (params, token) =>
    params.kind === "provider"
      ? Promise.resolve({ names: ["op", "team"].filter((name) => params.among?.includes(name) ?? true) })
      : knowing.names(params, token),
};
