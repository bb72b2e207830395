import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { connectionLabel } from "../editor/tenantOfFile.js";
import { inspectFile, refuseErrors } from "../editor/inspection.js";
import { formatNumber } from "../../core/text/locale.js";
import { readRecord } from "../../core/push/readRecord.js";
import { showPushProgress } from "./progress.js";
import { callOptions } from "../../core/push/run.js";
import { viewsOf } from "../../core/push/views.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { isServiceError } from "../../core/service/errors/errors.js";
import type { Session } from "../tenants/session.js";
import { chooseTarget, type Chosen } from "./chooseTarget.js";
import { showServiceError } from "../tenants/serviceErrors.js";
import type { PushServices } from "./pushServices.js";
import { changedSinceSeen, rememberCompared } from "./rememberCompared.js";

/**
 * Shows the record as the service has it beside what a file asks for. Nothing is sent but requests to read.
 * @param ofRow the tenant whose row the file was chosen at.
 */
export async function compareFile(
  services: PushServices,
  document: vscode.TextDocument,
  ofRow?: Session,
): Promise<void> {
  const file = await inspectFile(services.languageServer, document.uri);
  if (!file || refuseErrors(document.uri, file)) return;
  const chosen = await chooseTarget(services, document, file, "compare", ofRow);
  if (!chosen) return;
  const { session, id } = chosen;
  const known = services.memory.about(document.uri, { origin: session.tenant.origin, id })?.record?.name;
  const name = sanitizeText(session.store.find(id)?.name ?? known ?? connectionLabel(document.uri, file.request.name));
  const read = await readFor(services, document.uri, chosen, name);
  if (!read) return;
  if (!read.found) {
    void vscode.window.showWarningMessage(notFound(name, read.searchedAll, read.pages));
    return;
  }
  const { record } = read;
  const connection = { origin: session.tenant.origin, id };
  const drift = await rememberCompared(services, document.uri, connection, read);
  await services.reviews.compare({
    views: viewsOf(file, id, record),
    of: connection,
    name: record.name,
    file: document.uri.toString(),
  });
  if (drift.kind === "changed") void vscode.window.showInformationMessage(changedSinceSeen(record, drift));
}

function withdrawn(called: string, { tenant }: Session): string {
  return l10n.t(
    "The tenant {0} was changed or removed while {1} was read. Compare again.",
    sanitizeText(tenant.name),
    called,
  );
}

function notFound(name: string, searchedAll: boolean, pages: number): string {
  if (searchedAll) return l10n.t("The connection {0} is not on the service.", name);
  if (pages === 1)
    return l10n.t(
      "The connection {0} was not found in the first page of the list, which does not mean that it is gone.",
      name,
    );
  return l10n.t(
    "The connection {0} was not found in the first {1} pages of the list, which does not mean that it is gone.",
    name,
    formatNumber(pages),
  );
}

async function readFor(services: PushServices, uri: vscode.Uri, { session, id }: Chosen, called: string) {
  const page = session.store.pageOf(id) ?? services.memory.get(uri)?.record?.page;
  try {
    const title = l10n.t("Reading {0} from {1}", called, sanitizeText(session.tenant.name));
    const { name } = session.tenant;
    return await showPushProgress(title, name, (options) =>
      readRecord(session.client, id, { page, onProgress: options.onSearch, ...callOptions(name, options) }),
    );
  } catch (error) {
    if (!isServiceError(error) || error.kind !== "cancelled") void showServiceError(services, session, error);
    // Whoever cancelled it knows; whoever changes a tenant may not see what that ends.
    else if (!services.sessions.all.includes(session))
      void vscode.window.showWarningMessage(withdrawn(called, session));
    return undefined;
  }
}
