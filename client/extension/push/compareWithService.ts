import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import pLimit from "p-limit";
import { findSetupFiles } from "../editor/setupFiles.js";
import { formatNumber } from "../../core/text/locale.js";
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
import { compareFile } from "./compareFile.js";
import type { PushServices } from "./pushServices.js";
import { filesOf, readyFiles, showNoSetupFile } from "./readyFiles.js";
import { changedSinceSeen, rememberCompared } from "./rememberCompared.js";

/** What came of one file: its comparison, or why there is none; and what is to be said of it. */
interface Compared {
  readonly comparison?: Comparison;
  readonly line?: string;
}

/** Shows the record as the service has it beside what the file asks for. */
export async function compareWithService(services: PushServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (document) await compareFile(services, document, asNode(argument)?.session);
}

/** Compares every setup file of the workspace with the service, in one editor. */
export async function compareAll(services: PushServices): Promise<void> {
  const files = await findSetupFiles();
  if (files.length > 0) return compareTogether(services, files);
  void vscode.window.showInformationMessage(l10n.t("There is no setup file in this workspace."));
}

/** Compares the files of rows that were chosen together; that of a single row as by itself. */
export async function compareRows(services: PushServices, rows: readonly ConnectionNode[]): Promise<void> {
  if (rows.length === 1) return compareWithService(services, rows[0]);
  const files = filesOf(services, rows);
  if (files.length > 0) await compareTogether(services, files);
  else showNoSetupFile();
}

/**
 * Shows the records as the service has them beside what files ask for, in one editor; a single one as by itself.
 * Nothing is sent but requests to read.
 */
export async function compareTogether(services: PushServices, files: readonly vscode.Uri[]): Promise<void> {
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

async function compareOne(services: PushServices, request: PushRequest, options: PushOptions): Promise<Compared> {
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
