import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../../core/text/locale.js";
import { filesOf, usesOf } from "../editor/languageServer.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import type { SidebarServices } from "../sidebar/sidebarServices.js";
import { recordUri } from "../sidebar/recordDocuments.js";
import type { PlaceParams, PlaceResult } from "../../../server/protocol/symbolMessages.js";
import { inBackground } from "../ui/inBackground.js";

const SCHEME = "vaultconn-secrets";

/** A heading and an empty line before the names. */
const LINES_BEFORE = 2;

/**
 * The targets of *Go to Definition* outside setup files: records, and a document with the names and uses of stored
 * secrets, which references lead to. It never contains a value.
 */
export class DefinitionTargets {
  readonly #services: SidebarServices;
  /** The record whose place was last returned. */
  #requested: { readonly uri: string; readonly row: ConnectionNode } | undefined;

  constructor(services: SidebarServices, subscriptions: vscode.Disposable[]) {
    this.#services = services;
    const { sidebar } = services;
    subscriptions.push(
      // After going to a record, also shows its row if it matches the filter. The editor keeps the focus.
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        const { row, uri } = this.#requested ?? {};
        if (!row || editor?.document.uri.toString() !== uri) return;
        this.#requested = undefined;
        if (sidebar.rowsOf(row.session).includes(row.connection))
          inBackground("update-view", () => sidebar.reveal(row, { focus: false }));
      }),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: (listener) =>
          services.secrets.onDidChange(() => {
            listener(listUri());
          }),
        provideTextDocumentContent: () => this.#text(),
      }),
      vscode.languages.registerReferenceProvider(
        { scheme: SCHEME },
        { provideReferences: (_document, position) => this.#usesAt(position) },
      ),
    );
  }

  /** Answers the language server. Returns null if the secret isn't stored or the connection isn't loaded. */
  of(params: PlaceParams): PlaceResult {
    if (!vscode.workspace.isTrusted) return null;
    return params.kind === "secret" ? this.#inList(params.name) : this.#record(params);
  }

  #record({ id, tenant }: Extract<PlaceParams, { kind: "connection" }>): PlaceResult {
    const rows = this.#services.sessions.all.flatMap((session): ConnectionNode[] => {
      const connection = tenant === undefined || tenant === session.tenant.host ? session.store.find(id) : undefined;
      return connection ? [{ kind: "connection", session, connection }] : [];
    });
    const [row] = rows;
    if (!row) return null;
    const uri = recordUri(row.session.tenant, row.connection);
    this.#requested = { uri: uri.toString(), row };
    return placeAt(uri, 0, 0);
  }

  #inList(name: string): PlaceResult {
    const line = this.#services.secrets.names.indexOf(name);
    return line < 0 ? null : placeAt(listUri(), line + LINES_BEFORE, name.length);
  }

  async #text(): Promise<string> {
    const { languageServer, secrets } = this.#services;
    const uses = await usesOf(languageServer, "secret");
    const lines = secrets.names.map((name) => `${name}: ${describeUses(uses.get(name) ?? [])}`);
    return [
      l10n.t("Stored secrets, and where this workspace uses them. Values are never shown."),
      "",
      ...lines,
      "",
    ].join("\n");
  }

  async #usesAt({ line }: vscode.Position): Promise<vscode.Location[]> {
    const { languageServer, secrets } = this.#services;
    const name = secrets.names[line - LINES_BEFORE];
    return name === undefined ? [] : [...((await usesOf(languageServer, "secret")).get(name) ?? [])];
  }
}

function placeAt(uri: vscode.Uri, line: number, length: number): PlaceResult {
  return { uri: uri.toString(), range: { start: { line, character: 0 }, end: { line, character: length } } };
}

export function describeUses(uses: readonly vscode.Location[]): string {
  const files = filesOf(uses).length;
  if (files === 0) return l10n.t("not used in this workspace");
  return files === 1 ? l10n.t("used in 1 file") : l10n.t("used in {0} files", formatNumber(files));
}

function listUri(): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${l10n.t("Stored secrets")}` });
}
