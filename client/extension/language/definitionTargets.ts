import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { formatNumber } from "../../core/text/locale.js";
import { type LanguageServer, filesOf, usesOf } from "../editor/inspection.js";
import type { SidebarServices } from "../sidebar/sidebarServices.js";
import { recordUri } from "../sidebar/recordDocuments.js";
import type { Session } from "../tenants/sessions.js";
import type { PlaceParams, PlaceResult } from "../../../server/protocol/symbolMessages.js";

/** The targets of *Go to Definition* outside setup files: the list of stored secrets, and records. */
export class DefinitionTargets {
  readonly #list: SecretList;
  readonly #services: SidebarServices;
  /** The record whose place was last returned. */
  #requested: { readonly uri: string; readonly session: Session; readonly id: string } | undefined;

  constructor(services: SidebarServices, subscriptions: vscode.Disposable[]) {
    this.#list = new SecretList(services, subscriptions);
    this.#services = services;
    subscriptions.push(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.toString() === this.#requested?.uri) void this.#revealRow();
      }),
    );
  }

  /** Answers the language server. Returns null if the secret isn't stored or the connection isn't loaded. */
  of(params: PlaceParams): PlaceResult {
    const place = params.kind === "secret" ? this.#list.placeOf(params.name) : this.#record(params);
    if (!place || !vscode.workspace.isTrusted) return null;
    const { start, end } = place.range;
    return { uri: place.uri.toString(), range: { start, end } };
  }

  #record({ id, tenant }: Extract<PlaceParams, { kind: "connection" }>): vscode.Location | undefined {
    const session = this.#services.sessions.all.find(
      ({ tenant: { host }, store }) => (tenant === undefined || host === tenant) && store.find(id),
    );
    const connection = session?.store.find(id);
    if (!session || !connection) return undefined;
    const uri = recordUri(session.tenant, connection);
    this.#requested = { uri: uri.toString(), session, id };
    return new vscode.Location(uri, new vscode.Position(0, 0));
  }

  /** After going to a record, also shows its row if it matches the filter. The editor keeps the focus. */
  async #revealRow(): Promise<void> {
    const { sidebar } = this.#services;
    const requested = this.#requested;
    this.#requested = undefined;
    const connection = requested?.session.store.find(requested.id);
    if (!requested || !connection || !sidebar.rowsOf(requested.session).includes(connection)) return;
    await sidebar.reveal({ kind: "connection", session: requested.session, connection }, { focus: false });
  }
}

const SCHEME = "vaultconn-secrets";

/** A heading and an empty line before the names. */
const LINES_BEFORE = 2;

/** A document with the names and uses of stored secrets, which references lead to. It never contains a value. */
class SecretList {
  readonly #secrets: NamedSecrets;
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  constructor({ secrets, languageServer }: SidebarServices, subscriptions: vscode.Disposable[]) {
    this.#secrets = secrets;
    this.#server = languageServer;
    subscriptions.push(
      secrets.onDidChange(() => {
        this.#changed.fire(listUri());
      }),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: () => this.#text(),
      }),
      vscode.languages.registerReferenceProvider(
        { scheme: SCHEME },
        { provideReferences: (_document, position) => this.#usesAt(position) },
      ),
    );
  }

  placeOf(name: string): vscode.Location | undefined {
    const line = this.#secrets.names.indexOf(name);
    if (line < 0) return undefined;
    return new vscode.Location(listUri(), new vscode.Range(line + LINES_BEFORE, 0, line + LINES_BEFORE, name.length));
  }

  async #text(): Promise<string> {
    const uses = await usesOf(this.#server, "secret");
    const lines = this.#secrets.names.map((name) => `${name}: ${describeUses(uses.get(name) ?? [])}`);
    return [
      l10n.t("Stored secrets, and where this workspace uses them. Values are never shown."),
      "",
      ...lines,
      "",
    ].join("\n");
  }

  async #usesAt({ line }: vscode.Position): Promise<vscode.Location[]> {
    const name = this.#secrets.names[line - LINES_BEFORE];
    return name === undefined ? [] : [...((await usesOf(this.#server, "secret")).get(name) ?? [])];
  }
}

export function describeUses(uses: readonly vscode.Location[]): string {
  const files = filesOf(uses).length;
  if (files === 0) return l10n.t("not used in this workspace");
  return files === 1 ? l10n.t("used in 1 file") : l10n.t("used in {0} files", formatNumber(files));
}

function listUri(): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${l10n.t("Stored secrets")}` });
}
