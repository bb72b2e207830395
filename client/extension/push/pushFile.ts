import * as vscode from "vscode";
import { nameOfFile, refuseErrors } from "../editor/inspection.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { messageFor } from "../../core/push/outcomes.js";
import { calledIn } from "../../core/push/request.js";
import type { Session } from "../tenants/session.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { chooseTarget, type Chosen } from "./chooseTarget.js";
import type { PushAgain } from "./present.js";
import { requestFor } from "./pushRequest.js";
import type { PushServices } from "./pushServices.js";
import { savedAndRead } from "./readFile.js";
import { renameTo } from "./renameTo.js";
import { runPushes } from "./runPushes.js";

/**
 * Pushes a file.
 * @param given where to; asked for where neither the file nor what is remembered of it tells.
 * @param ofRow the tenant whose row the file was chosen at.
 */
export async function pushFile(
  services: PushServices,
  document: vscode.TextDocument,
  given?: Chosen,
  ofRow?: Session,
): Promise<void> {
  const { uri } = document;
  const file = await savedAndRead(services, document);
  if (file === false) showUnsaved(uri);
  if (!file || refuseErrors(uri, file)) return;
  const target = given ?? (await chooseTarget(services, document, file, "push", ofRow));
  if (!target) return;
  // The file may have changed while the connection was chosen, if only by the id written into it.
  const now = await savedAndRead(services, document, file);
  if (now === false) showUnsaved(uri);
  if (!now || refuseErrors(uri, now)) return;
  const request = await requestFor(services, uri, now, target);
  const tenant = target.session.tenant.name;
  const title = `${sanitizeText(tenant)} · ${sanitizeText(calledIn(request))}`;
  await runPushes(services, [request], { title, tenant, again: pushAgain(services) });
}

/** Pushes what a push that has ended was about once more: its file, to the same connection or another, or the new name. */
export function pushAgain(services: PushServices): PushAgain {
  return async (subject, target) => {
    const { origin, id, file, connection, sentName } = subject;
    if (file === "") {
      const session = sessionNow(services, subject);
      if (session && sentName !== undefined) await renameTo(services, session, { id, name: connection }, sentName);
      return;
    }
    const session = services.sessions.withOrigin(origin);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file));
    await pushFile(services, document, target ?? (session && { session, id }));
  };
}

function showUnsaved(uri: vscode.Uri): void {
  const about = { tenant: "", connection: "", file: nameOfFile(uri), now: Date.now() };
  void vscode.window.showErrorMessage(messageFor({ kind: "notSaved" }, about).text);
}
