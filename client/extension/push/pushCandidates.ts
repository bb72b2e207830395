import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { findSetupFiles } from "../editor/setupFiles.js";
import { inspectFile } from "../editor/inspection.js";
import { describeFileState } from "../editor/states.js";
import { tenantOfFile } from "../editor/tenantOfFile.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeLabel, sanitizeText } from "../../core/text/sanitizeText.js";
import { calledIn, type PushRequest } from "../../core/push/request.js";
import { pickSeveral } from "../ui/pickSeveral.js";
import { requestFor } from "./pushRequest.js";
import type { PushServices } from "./pushServices.js";
import { contentsOf } from "./readFile.js";

/** A file that may be pushed, as the list of them shows it. */
interface Candidate extends vscode.QuickPickItem {
  readonly request: PushRequest;
}

/**
 * Finds the files that differ from their last push, and lets a person choose.
 * @returns undefined where there are none.
 */
export async function chooseChanged(services: PushServices): Promise<readonly PushRequest[] | undefined> {
  const candidates = await findCandidates(services);
  if (candidates.length === 0) return undefined;
  const options = { title: l10n.t("Push changed files"), placeHolder: l10n.t("Choose what to push") };
  const picked = await pickSeveral(grouped(candidates), options);
  return (picked ?? []).flatMap((item) => ("request" in item ? [item.request] : []));
}

/** This is usually over at once, so its progress stands in the status bar, where it takes no room from the messages after it. */
async function findCandidates(services: PushServices): Promise<readonly Candidate[]> {
  const options = {
    location: vscode.ProgressLocation.Window,
    title: l10n.t("Looking for changed setup files"),
  };
  return vscode.window.withProgress(options, async (progress) => {
    const files = await findSetupFiles();
    const candidates: Candidate[] = [];
    files.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
    for (const [index, file] of files.entries()) {
      progress.report({ message: l10n.t("{0} of {1}", formatNumber(index + 1), formatNumber(files.length)) });
      const candidate = await candidateFor(services, file);
      if (candidate) candidates.push(candidate);
    }
    return candidates;
  });
}

/** @returns undefined for a file that needs no push, or could not be pushed without asking further questions. */
async function candidateFor(services: PushServices, file: vscode.Uri): Promise<Candidate | undefined> {
  let inspected: Promise<InspectResult | null> | undefined;
  const inspect = () =>
    (inspected ??= inspectFile(services.languageServer, file).catch((error: unknown) => {
      inspected = undefined;
      throw error;
    }));
  const standing = await services.fileStates.of(file, inspect);
  const { kind } = standing;
  if (kind === "inSync" || kind === "gone") return undefined;
  const request = await readyRequest(services, file, inspect);
  if (!request) return undefined;
  const state = kind === "new" ? l10n.t("never pushed from here") : describeFileState(standing);
  const label = sanitizeLabel(vscode.workspace.asRelativePath(file));
  const description = `${sanitizeLabel(calledIn(request))} · ${state}`;
  return { label, description, picked: kind === "changed", request };
}

/**
 * The request to push a file that needs no further question; undefined for one with errors, or without a connection or
 * a tenant that is signed in.
 * @param inspect asks what the file holds.
 */
export async function readyRequest(
  services: PushServices,
  file: vscode.Uri,
  inspect = () => inspectFile(services.languageServer, file),
): Promise<PushRequest | undefined> {
  const inspected = await inspect();
  if (!inspected || inspected.problems.errors > 0) return undefined;
  const { name, setup } = inspected.request;
  const linked = services.memory.ofLinked(file, inspected);
  const session = tenantOfFile(services.sessions, inspected.tenant?.value, linked);
  const id = inspected.id?.value ?? (linked?.origin === session?.tenant.origin ? linked?.id : undefined);
  if (!session?.signedIn || id === undefined || (name === undefined && setup === undefined)) return undefined;
  const save = () => contentsOf(services, file, inspected);
  return { ...(await requestFor(services, file, inspected, { session, id })), save };
}

function grouped(candidates: readonly Candidate[]): (Candidate | vscode.QuickPickItem)[] {
  const tenants = [...new Set(candidates.map(({ request }) => request.tenant.name))].sort();
  return tenants.flatMap((tenant) => [
    { label: sanitizeText(tenant), kind: vscode.QuickPickItemKind.Separator },
    ...candidates.filter(({ request }) => request.tenant.name === tenant),
  ]);
}
