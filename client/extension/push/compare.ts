import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import pLimit from "p-limit";
import { findSetupFiles } from "../editor/setupFiles.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { behindOnService, describeDrift, driftSince, remember, stateOf } from "../../core/push/compareRecords.js";
import { callOptions, MAX_CONCURRENT_PUSHES, type PushOptions } from "../../core/push/context.js";
import { findLatest } from "../../core/push/checkBeforePush.js";
import { quotedName } from "../../core/push/outcomes.js";
import { type PushRequest, displayNameOf } from "../../core/push/pushTypes.js";
import { viewsOf } from "../../core/push/planPush.js";
import { showPushProgress } from "./progress.js";
import type { Comparison } from "./reviewDocuments.js";
import { isServiceError } from "../../core/service/errors/errors.js";
import { describeServiceError } from "../../core/service/errorTable.js";
import { asNode, type Node } from "../tenants/nodes.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import type { PushServices } from "./pushServices.js";
import { readyFiles, chooseTarget, requestFor } from "./requests.js";
import { refuseErrors } from "../editor/inspection.js";
import { showServiceError } from "../tenants/serviceErrors.js";

/** The comparison of one file, and a line for the details; neither if it's in sync. */
interface Compared {
  readonly comparison?: Comparison;
  readonly line?: string;
}

export async function compareWithService(services: PushServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (document) await compareFile(services, document, asNode(argument));
}

export async function compareAll(services: PushServices): Promise<void> {
  const files = await findSetupFiles();
  if (files.length > 0) return compareTogether(services, files);
  vscode.window.showInformationMessage(l10n.t("This workspace has no setup file."));
}

/** Compares files with the service in one editor. Only sends requests that read. */
export async function compareTogether(services: PushServices, files: readonly vscode.Uri[]): Promise<void> {
  if (files.length === 1) return compareWithService(services, files[0]);
  const requests = await readyFiles(services, files);
  if (requests.length === 0) return;
  const title = l10n.t("Comparing {0} files with the service", formatNumber(requests.length));
  const compared = await showPushProgress(title, undefined, async (options) => {
    const all = await pLimit(MAX_CONCURRENT_PUSHES).map(requests, (request) => compareOne(services, request, options));
    return options.signal?.aborted === true ? undefined : all;
  });
  if (!compared) return;
  const comparisons = compared.flatMap(({ comparison }) => comparison ?? []);
  const inSync = compared.filter(({ comparison, line }) => !comparison && line === undefined).length;
  const lines = compared.flatMap(({ line }) => line ?? []);
  if (comparisons.length > 0) await services.reviews.compare(comparisons, l10n.t("Service ↔ Files"));
  const count = comparisons.length + inSync;
  const text = joinSentences(
    l10n.t("{0} of {1} files compared.", formatNumber(count), formatNumber(files.length)),
    inSync === 0 ? "" : l10n.t("In sync, and not shown: {0}.", formatNumber(inSync)),
  );
  const details = l10n.t("Show Details");
  const answer = await vscode.window.showInformationMessage(text, ...(lines.length === 0 ? [] : [details]));
  if (answer === details) await services.reviews.showText(`${[text, ...lines].join("\n")}\n`);
}

/**
 * Reads the record, and updates the row and what's remembered of the file with it.
 * @returns the comparison, and how the record has changed since it was last seen for that file.
 */
async function readAndCompare(services: PushServices, request: PushRequest, options: PushOptions) {
  const { service, tenant, id, file, inspected, locked } = request;
  const search = { onProgress: options.onSearch, ...callOptions(tenant.name, options) };
  const [of, uri] = [{ origin: tenant.origin, id }, vscode.Uri.parse(file)];
  const known = services.memory.about(uri, of);
  const before = { id, remembered: known?.record, locked };
  const read = await findLatest(service, before, search);
  const store = services.sessions.withOrigin(tenant.origin)?.store;
  if (!read.found) {
    if (read.searchedAll) store?.remove(id);
    return read;
  }
  const { record } = read;
  const drift = driftSince(before, stateOf(record));
  store?.apply(record);
  const superseded = known?.superseded === true || drift.kind === "changed";
  // An earlier state isn't remembered, so that the later one doesn't count as a change when the service lists it again.
  const seen = drift.kind === "behind" ? known?.record : remember(record);
  await services.memory.remember(uri, { ...known, ...of, record: seen, superseded });
  let changed: string | undefined;
  if (drift.kind === "behind") changed = behindOnService(quotedName(record));
  if (drift.kind === "changed")
    changed = joinSentences(
      l10n.t("{0} has changed since this file was last pushed, compared, or created.", quotedName(record)),
      ...describeDrift(drift),
    );
  const views = viewsOf(inspected, id, record);
  const comparison: Comparison = { ...of, tenantName: tenant.name, connection: displayNameOf(record), file, views };
  return { found: true as const, comparison, changed, isSame: drift.kind === "same" };
}

async function compareOne(services: PushServices, request: PushRequest, options: PushOptions): Promise<Compared> {
  const path = sanitizeText(vscode.workspace.asRelativePath(vscode.Uri.parse(request.file)));
  const line = (why: string) => ({ line: `${path}: ${why}` });
  try {
    const read = await readAndCompare(services, request, options);
    if (!read.found) return line(notFound(sanitizeText(displayNameOf(request)), read));
    const { comparison, changed, isSame } = read;
    const { kind } = await services.fileStates.of(vscode.Uri.parse(request.file));
    if (isSame && (kind === "inSync" || kind === "pushed")) return {};
    return changed === undefined ? { comparison } : { comparison, ...line(changed) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return line(describeServiceError(error, { tenant: request.tenant.name }));
  }
}

/** Compares one file. @param row what the command was called on. */
async function compareFile(services: PushServices, document: vscode.TextDocument, row?: Node): Promise<void> {
  const inspected = await services.fileStates.inspect(document.uri);
  // Comparing sends nothing, so it also works for a setup that this version doesn't know.
  if (!inspected || (!inspected.unknown && refuseErrors(document.uri, inspected))) return;
  const chosen = await chooseTarget(services, document, inspected, "compare", row?.session);
  if (!chosen) return;
  const { session } = chosen;
  const { name: tenant } = session.tenant;
  const request = await requestFor(services, document.uri, inspected, chosen);
  const name = sanitizeText(displayNameOf(request));
  try {
    const title = l10n.t("Reading {0} from {1}", name, sanitizeText(tenant));
    const read = await showPushProgress(title, tenant, (options) => readAndCompare(services, request, options));
    if (!read.found) {
      vscode.window.showWarningMessage(notFound(name, read));
      return;
    }
    await services.reviews.compare([read.comparison]);
    if (read.changed !== undefined) vscode.window.showInformationMessage(read.changed);
  } catch (error) {
    if (!isServiceError(error) || error.kind !== "cancelled") showServiceError(session, error);
    // The user may not expect that changing a tenant ends the comparison.
    else if (!services.sessions.all.includes(session)) vscode.window.showWarningMessage(withdrawn(name, tenant));
  }
}

function withdrawn(called: string, tenant: string): string {
  return l10n.t(
    "The tenant {0} was changed or removed while {1} was being read. Compare again.",
    sanitizeText(tenant),
    called,
  );
}

function notFound(name: string, { searchedAll }: { readonly searchedAll: boolean }): string {
  return searchedAll
    ? l10n.t("The connection {0} doesn't exist on the service.", name)
    : l10n.t("The connection {0} wasn't found in the part of the list that was read.", name);
}
