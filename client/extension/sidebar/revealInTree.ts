import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { fileConnectionName, idOfFile, lastSeen, sessionOfFile } from "../editor/tenantOfFile.js";
import { nameOfFile } from "../editor/inspection.js";
import { quotedName } from "../../core/push/outcomes.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { NO_FILTER } from "../../core/connections/arrangeConnections.js";
import type { HistoryLine } from "../../core/push/state/storedPushes.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { SidebarServices } from "./sidebarServices.js";
import type { Session } from "../tenants/sessions.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import { loadAllOf } from "../tenants/serviceErrors.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { ensureSignedIn } from "../tenants/signIn.js";

/** Shows the row of a setup file's connection, and loads rows until it's found. */
export async function revealInTree(services: SidebarServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  const inspected = document && (await services.fileStates.inspect(document.uri));
  if (!inspected) return;
  const { uri } = document;
  const linked = services.memory.ofLinked(uri, inspected);
  const written = inspected.id?.value;
  // Ask for the tenant only if there's a connection to find.
  const isNamed = written !== undefined || linked !== undefined;
  const question = l10n.t("Reveal the connection of which tenant?");
  const session = isNamed ? await sessionOfFile(services, uri, inspected, question) : undefined;
  if (isNamed && !session) return;
  const id = session && idOfFile(written, session, linked);
  if (id === undefined) {
    vscode.window.showInformationMessage(
      l10n.t("{0} isn't linked to a connection. Add an ID, or push the file and choose a connection.", nameOfFile(uri)),
    );
    return;
  }
  const name = lastSeen(id, session, linked)?.name ?? fileConnectionName(uri, inspected.request.name);
  await revealRow(services, session, id, name);
}

export async function revealPushed(services: SidebarServices, pushed: HistoryLine): Promise<void> {
  const session = sessionNow(services, pushed);
  if (session) await revealRow(services, session, pushed.id, pushed.connection);
}

/** @param name the connection's name, or that of its file. */
export async function revealRow(
  services: SidebarServices,
  found: Session | undefined,
  id: string,
  name: string,
): Promise<void> {
  const session = await ensureSignedIn(services, found);
  if (!session) return;
  const connection = await findRow(session, id, name);
  if (!connection) return;
  if (!services.sidebar.rowsOf(session).includes(connection)) await services.arrangement.change(NO_FILTER);
  await services.sidebar.reveal({ kind: "connection", session, connection });
}

/** Searches the loaded connections first, then loads all. Shows a message if there's no such connection. */
async function findRow(session: Session, id: string, name: string): Promise<ConnectionRecord | undefined> {
  const { store } = session;
  await store.load();
  const known = store.find(id);
  if (known) return known;
  const complete = store.snapshot.more || store.snapshot.failure !== undefined ? await loadAllOf(session) : true;
  const found = store.find(id);
  if (found || store.snapshot.failure !== undefined) return found;
  const [where, called] = [sanitizeText(session.tenant.name), quotedName({ id, name })];
  const text =
    complete && !store.snapshot.isCutOff
      ? l10n.t("{0} has no connection {1}. It was deleted or belongs to another tenant.", where, called)
      : l10n.t("{1} isn't among the loaded connections of {0}.", where, called);
  vscode.window.showWarningMessage(text);
  return undefined;
}
