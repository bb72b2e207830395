import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import pLimit from "p-limit";
import { findSetupFiles } from "../editor/setupFiles.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { readRecord } from "../../core/push/readRecord.js";
import { calledIn, type PushRequest } from "../../core/push/request.js";
import { AT_ONCE, callOptions, type PushOptions } from "../../core/push/run.js";
import { showPushProgress } from "./progress.js";
import type { Comparison } from "./reviewDocuments.js";
import { viewsOf } from "../../core/push/views.js";
import { isServiceError } from "../../core/service/errors/errors.js";
import { describeServiceError } from "../../core/service/sentences/sentences.js";
import { asNode, type ConnectionNode } from "../tenants/nodes.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import type { Services } from "../services.js";
import { filesOf, readyFiles, chooseTarget, type Chosen } from "./requests.js";
import { connectionLabel } from "../editor/tenantOfFile.js";
import { inspectFile, refuseErrors } from "../editor/inspection.js";
import type { Session } from "../tenants/session.js";
import { showServiceError } from "../tenants/serviceErrors.js";
import type { ConnectionKey } from "../../core/connections/connectionKey.js";
import { compareRecords, describeChanges, remember, stateOf, type Drift, type Drifted } from "../../core/push/drift.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";

/** What came of one file: its comparison, or why there is none; and what is to be said of it. */
interface Compared {
  readonly comparison?: Comparison;
  readonly line?: string;
}

/** Shows the record as the service has it beside what the file asks for. */
export async function compareWithService(services: Services, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (document) await compareFile(services, document, asNode(argument)?.session);
}

/** Compares every setup file of the workspace with the service, in one editor. */
export async function compareAll(services: Services): Promise<void> {
  const files = await findSetupFiles();
  if (files.length > 0) return compareTogether(services, files);
  void vscode.window.showInformationMessage(l10n.t("There is no setup file in this workspace."));
}

/** Compares the files of rows that were chosen together; that of a single row as by itself. */
export async function compareRows(services: Services, rows: readonly ConnectionNode[]): Promise<void> {
  if (rows.length === 1) return compareWithService(services, rows[0]);
  const files = filesOf(services, rows);
  if (files.length > 0) await compareTogether(services, files);
}

/**
 * Shows the records as the service has them beside what files ask for, in one editor; a single one as by itself.
 * Nothing is sent but requests to read.
 */
export async function compareTogether(services: Services, files: readonly vscode.Uri[]): Promise<void> {
  if (files.length === 1) return compareWithService(services, files[0]);
  const requests = await readyFiles(services, files);
  if (requests.length === 0) return;
  const title = l10n.t("Comparing {0} files with the service", formatNumber(requests.length));
  const compared = await showPushProgress(title, undefined, async (options) => {
    const all = await pLimit(AT_ONCE).map(requests, (request) => compareOne(services, request, options));
    return options.signal?.aborted === true ? undefined : all;
  });
  if (!compared) return;
  const comparisons = compared.flatMap(({ comparison }) => comparison ?? []);
  const lines = compared.flatMap(({ line }) => line ?? []);
  const summary = [
    l10n.t("{0} of {1} files compared.", formatNumber(comparisons.length), formatNumber(files.length)),
    ...lines,
  ];
  await services.reviews.compareMany(comparisons, { title: l10n.t("Service ↔ Files"), summary: summary.join("\n") });
}

async function compareOne(services: Services, request: PushRequest, options: PushOptions): Promise<Compared> {
  const { id, tenant, service, written } = request;
  const file = vscode.Uri.parse(request.file);
  const line = (why: string) => ({ line: `${sanitizeText(vscode.workspace.asRelativePath(file))}: ${why}` });
  const page = request.page ?? request.remembered?.page;
  try {
    const read = await readRecord(service, id, { page, ...callOptions(tenant.name, options) });
    if (!read.found) return line(l10n.t("The connection {0} was not found.", sanitizeText(calledIn(request))));
    const { record } = read;
    const of = { origin: tenant.origin, id };
    const drift = await rememberCompared(services, file, of, read);
    const comparison = { views: viewsOf(written, id, record), of, name: record.name, file: request.file };
    return drift.kind === "changed" ? { comparison, ...line(changedSinceSeen(record, drift)) } : { comparison };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return line(describeServiceError(error, { tenant: tenant.name }));
  }
}

/**
 * Shows the record as the service has it beside what a file asks for. Nothing is sent but requests to read.
 * @param ofRow the tenant whose row the file was chosen at.
 */
async function compareFile(services: Services, document: vscode.TextDocument, ofRow?: Session): Promise<void> {
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

async function readFor(services: Services, uri: vscode.Uri, { session, id }: Chosen, called: string) {
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

/**
 * Takes what a comparison has read over to the rows and to what is remembered of the file.
 * @returns how the record has changed since it was last seen for that file.
 */
async function rememberCompared(
  { memory, sessions }: Pick<Services, "memory" | "sessions">,
  file: vscode.Uri,
  connection: ConnectionKey,
  { record, page }: { readonly record: ConnectionRecord; readonly page: number },
): Promise<Drift> {
  const known = memory.about(file, connection);
  const drift = compareRecords(known?.record, stateOf(record));
  sessions.withOrigin(connection.origin)?.store.apply(record);
  const overtaken = known?.overtaken === true || drift.kind === "changed";
  await memory.remember(file, { ...known, ...connection, record: remember(record, Date.now(), page), overtaken });
  return drift;
}

/** Says that a record is not what was last seen of it, and in what it differs. */
function changedSinceSeen({ name }: Pick<ConnectionRecord, "name">, drift: Drifted): string {
  return joinSentences(
    l10n.t("{0} has changed since this file was last pushed, compared or created.", sanitizeText(name)),
    ...describeChanges(drift),
  );
}
