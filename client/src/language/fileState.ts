import * as vscode from "vscode";
import type { FileStateLens, FileStateParams, FileStateResult } from "../../../server/protocol/messages.js";
import type { FileState, FileStates } from "../files/fileStates.js";
import { plainLabel } from "../plainText.js";
import type { Sessions } from "../tenants/sessions.js";
import type { Session } from "../tenants/session.js";

/** What stands above a setup file: where a push goes to, and how the file and its connection stand. */
export async function fileState(sessions: Sessions, states: FileStates, { uri, id, tenant }: FileStateParams): Promise<FileStateResult> {
  const session = tenant === undefined ? onlySession(sessions) : sessions.withHost(tenant);
  const push = { command: "vaultconn.push", arguments: [uri] };
  if (!session) return { lenses: [{ text: tenant === undefined ? "Push…" : `Push (${plainLabel(tenant)} is not among your tenants)`, ...push }] };
  const state = await states.of(vscode.Uri.parse(uri));
  const { remembered } = state;
  const wanted = id ?? remembered?.id ?? "";
  const connection = session.store.find(wanted) ?? (remembered?.id === wanted ? remembered.record : undefined);
  const target = connection ? ` · ${plainLabel(connection.name)}` : "";
  const lenses = [{ text: `Push to ${plainLabel(session.tenant.name)}${target}`, ...push }, stateLens(uri, state)];
  return { lenses: connection && !connection.ready ? [...lenses, { text: "not ready" }] : lenses };
}

function stateLens(uri: string, { kind, remembered }: FileState): FileStateLens {
  const compare = { command: "vaultconn.compareWithService", arguments: [uri] };
  switch (kind) {
    case "new":
      return { text: "not pushed yet" };
    case "inSync": {
      const at = remembered?.record?.at;
      return { text: at === undefined ? "in sync" : `in sync since ${timeOrDate(at)}` };
    }
    case "changed":
      return { text: "changed since the last push", ...compare };
    case "drifted":
      return { text: "changed on the service: compare", ...compare };
    case "gone":
      return { text: "gone from the service" };
  }
}

/** The time of day for a moment of today, with its date otherwise. */
function timeOrDate(moment: number): string {
  const today = new Date(moment).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "short", ...(!today && { dateStyle: "medium" }) }).format(moment);
}

function onlySession({ all }: Sessions): Session | undefined {
  return all.length === 1 ? all[0] : undefined;
}
