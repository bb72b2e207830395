import * as vscode from "vscode";
import type { PlaceParams, PlaceResult } from "../../../server/protocol/symbolMessages.js";
import type { Services } from "../services.js";
import { recordUri } from "../sidebar/recordDocuments.js";
import type { Session } from "../tenants/session.js";
import type { SecretList } from "./secretList.js";

type Shown = Pick<Services, "sessions" | "sidebar" | "arrangement">;

/** Where VS Code shows what stands in no file: a stored secret in their list, a connection in its record. */
export class Places implements vscode.Disposable {
  readonly #list: SecretList;
  readonly #shown: Shown;
  readonly #subscription: vscode.Disposable;
  /** The record that somebody was last told the place of. */
  #asked: { readonly uri: string; readonly session: Session; readonly id: string } | undefined;

  constructor(list: SecretList, shown: Shown) {
    this.#list = list;
    this.#shown = shown;
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor?.document.uri.toString() === this.#asked?.uri) void this.#revealRow();
    });
  }

  /** Answers the language server; null where the secret is not stored, or the connection not loaded. */
  of(params: PlaceParams): PlaceResult {
    const place = params.kind === "secret" ? this.#secret(params.name) : this.#record(params);
    if (!place || !vscode.workspace.isTrusted) return null;
    const { start, end } = place.range;
    return { uri: place.uri.toString(), range: { start: { ...plain(start) }, end: { ...plain(end) } } };
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #secret(name: string): vscode.Location | undefined {
    return this.#list.placeOf(name);
  }

  #record({ id, tenant }: Extract<PlaceParams, { kind: "connection" }>): vscode.Location | undefined {
    const sessions = this.#shown.sessions.all.filter(
      (session) => tenant === undefined || session.tenant.host === tenant,
    );
    for (const session of sessions) {
      const connection = session.store.find(id);
      if (!connection) continue;
      const uri = recordUri(session.tenant.origin, connection);
      this.#asked = { uri: uri.toString(), session, id };
      return new vscode.Location(uri, new vscode.Position(0, 0));
    }
    return undefined;
  }

  /** Whoever has gone to a record sees its row too, where the filter lets it through. The text keeps the focus. */
  async #revealRow(): Promise<void> {
    const { sidebar } = this.#shown;
    const asked = this.#asked;
    this.#asked = undefined;
    const connection = asked?.session.store.find(asked.id);
    if (!asked || !connection || !sidebar.shownOf(asked.session).includes(connection)) return;
    await sidebar.reveal({ kind: "connection", session: asked.session, connection }, { focus: false });
  }
}

function plain({ line, character }: vscode.Position): { line: number; character: number } {
  return { line, character };
}
