import * as vscode from "vscode";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { reviewAddress } from "../../core/text/escapeText.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import type { Sessions } from "../tenants/sessions.js";

const SCHEME = "vaultconn-record";

type Place = Pick<Tenant, "origin" | "dashboardUrl">;

/** With a folder if the record has a page in the service's dashboard, which the manifest looks at. */
export function recordUri({ origin, dashboardUrl }: Place, { id, name }: ConnectionRecord): vscode.Uri {
  const shown = sanitizeText(name, 60).replaceAll("/", "-");
  const { path } = reviewAddress(shown === "" ? "record" : shown, ".json");
  return vscode.Uri.from({
    scheme: SCHEME,
    path: dashboardUrl === undefined ? path : `/page${path}`,
    query: new URLSearchParams({ origin, id }).toString(),
  });
}

/** Records as read-only JSON, which follows what's loaded. The only place that shows `account_name`. */
export class RecordDocuments {
  readonly #sessions: Sessions;
  /** The shown records by URI, since loaded ones may be dropped while the user reads. */
  readonly #shown = new Map<string, ConnectionRecord>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  constructor(sessions: Sessions, subscriptions: vscode.Disposable[]) {
    this.#sessions = sessions;
    subscriptions.push(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#textOf(uri),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#shown.delete(uri.toString())),
      sessions.onDidChange((change) => {
        if (change.kind !== "rows" || change.change.records.length === 0) return;
        for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === SCHEME) this.#changed.fire(uri);
      }),
    );
  }

  async show(tenant: Place, record: ConnectionRecord): Promise<void> {
    const uri = recordUri(tenant, record);
    this.#shown.set(uri.toString(), record);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  #textOf(uri: vscode.Uri): string {
    const { origin = "", id = "" } = Object.fromEntries(new URLSearchParams(uri.query));
    const record = this.#sessions.withOrigin(origin)?.store.find(id) ?? this.#shown.get(uri.toString());
    if (!record) return "";
    this.#shown.set(uri.toString(), record);
    return `${JSON.stringify(record, undefined, 2)}\n`;
  }
}
