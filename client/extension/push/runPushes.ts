import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile, rangeOf } from "../editor/inspection.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { PushApprover } from "../../core/push/context.js";
import type { PushResults } from "../../core/push/events.js";
import { type Offer, isPossible, offerTitle } from "../../core/push/offers.js";
import { countsAs } from "../../core/push/outcomes.js";
import { executePushes } from "../../core/push/pipeline.js";
import {
  type JournalEntry,
  type PlannedFile,
  type PushRequest,
  type PushResult,
  displayNameOf,
} from "../../core/push/push.js";
import { verifySentPushes } from "../../core/push/verifyPush.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import type { SecretSources } from "../../core/secrets/sources.js";
import { showPushProgress } from "./progress.js";
import type { Services } from "../services.js";
import { escapeReferences, providerOf, referenceText } from "../../../schemas/references.js";
import { addSecretProvider } from "../secrets/addProvider.js";
import { UPDATE_SCOPE } from "../../core/service/signIn/claims.js";
import { askForSecret } from "../secrets/askForSecret.js";
import { runReportingErrors } from "../ui/runReportingErrors.js";
import type { Session } from "../tenants/sessions.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { editTenant } from "../tenants/changeTenant.js";
import { nextInSample } from "../sample/sample.js";
import { signInTo } from "../tenants/signIn.js";
import { performStep } from "../tenants/serviceErrors.js";
import { presentMany } from "./presentMany.js";
import { chooseConnection, type Chosen, requestOf } from "./requests.js";
import { chooseAmongDrifted, chooseFile, decideOnlyDrift } from "./questions.js";
import { revealRefused } from "./refusals.js";
import { reviewPushes } from "./review.js";

/**
 * Pushes one file after a review.
 * @param chosen the target, if the caller knows it.
 * @param ofRow the tenant of the row that the command was called on.
 */
export async function pushFile(
  services: Services,
  document: vscode.TextDocument,
  chosen?: Chosen,
  ofRow?: Session,
): Promise<void> {
  const request = await requestOf(services, document, chosen, ofRow);
  if (!request) return;
  const tenant = request.tenant.name;
  const title = `${sanitizeText(tenant)} · ${sanitizeText(displayNameOf(request))}`;
  await runPushes(services, [request], { title, tenant });
}

/**
 * @param tenant the name of the tenant; undefined for several pushes.
 * @param quiet says nothing if all were applied.
 */
export async function runPushes(
  services: Services,
  requests: readonly PushRequest[],
  { title, tenant, quiet = false }: { readonly title: string; readonly tenant?: string; readonly quiet?: boolean },
): Promise<void> {
  const { reviews, sessions } = services;
  const tenants = sessions.all.map((session) => session.tenant);
  const approver: PushApprover = {
    chooseFile,
    decideDrift: (drifted, options) =>
      requests.length === 1 ? decideOnlyDrift(drifted) : chooseAmongDrifted(drifted, reviews, options),
    confirm: (pushes, skipped, options) => reviewPushes(pushes, skipped, tenants, reviews, options),
  };
  const results = await showPushProgress(title, tenant, (options) =>
    executePushes(requests, approver, services.pushes, options),
  );
  if (quiet && results.results.every(({ outcome }) => countsAs(outcome) === "success")) return;
  // Don't wait: the message stays until the user answers it, which may start another push.
  void runReportingErrors(services, "vaultconn.push", () => presentResults(services, results));
}

/** Repeats a push: the file to the same connection, or the new name. */
async function pushAgain(services: Services, { target, request }: PushResult): Promise<void> {
  const { origin, id, file, connection, sentName } = target;
  if (file !== "") {
    const session = services.sessions.withOrigin(origin);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file));
    return pushFile(services, document, session && { session, id });
  }
  const session = sessionNow(services, target);
  const written = request?.written ?? (sentName === undefined ? undefined : newName(sentName));
  if (session && written) await pushName(services, session, { id, name: connection }, written);
}

/** What a rename sends. In a typed name, `${` is literal. */
export function newName(name: string): PlannedFile {
  return { request: { name: escapeReferences(name) }, leftOut: [] };
}

/** Pushes only a name, without a file. */
export async function pushName(
  services: Services,
  { client: service, tenant, store }: Session,
  { id, name }: { readonly id: string; readonly name: string },
  written: PlannedFile,
): Promise<void> {
  const sources: SecretSources = {
    trusted: false,
    environment: () => undefined,
    secret: () => Promise.resolve(undefined),
    file: () => Promise.resolve({ ok: false, fault: "no-folder" }),
  };
  const request = { service, tenant, id, name, page: store.pageOf(id), file: "", written, sources };
  const title = l10n.t("Renaming {0}", sanitizeText(name));
  await runPushes(services, [request], { title, tenant: tenant.name });
}

/** Checks the unknown outcomes of pushes and shows them. Sends no update. */
export async function checkAndPresent(services: Services, entries: readonly JournalEntry[]): Promise<void> {
  const [first, ...others] = entries;
  if (!first) return;
  const serviceOf = (origin: string) => {
    const session = services.sessions.withOrigin(origin);
    return session?.signedIn === true ? session.client : undefined;
  };
  const title =
    others.length === 0
      ? l10n.t("Checking the outcome of the push of {0}", sanitizeText(first.connection))
      : l10n.t("Checking the outcomes of {0} pushes", entries.length);
  const results = await showPushProgress(title, first.tenantName, ({ signal, onWait }) =>
    verifySentPushes(entries, serviceOf, services.pushes, { stopVerifying: signal, onWait }),
  );
  await presentResults(services, results);
}

/**
 * Shows the outcomes of pushes and runs the action that the user chooses. Then does the same for outcomes found later.
 */
async function presentResults(services: Services, { results, later }: PushResults): Promise<void> {
  const [only, ...others] = results;
  const presentLater = async () => {
    const settled = (await later) ?? [];
    if (settled.length > 0) await presentResults(services, { results: settled });
  };
  await Promise.all([
    only && others.length === 0 ? presentOne(services, only) : presentMany(services, results),
    presentLater(),
  ]);
}

async function presentOne(services: Services, result: PushResult): Promise<void> {
  const { outcome, target } = result;
  if (outcome.kind === "compare") {
    const { views, record } = outcome;
    await services.reviews.compare([{ ...target, connection: record.name, views }]);
  }
  const { message } = result;
  if (message.text === "") return;
  const show = {
    information: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[message.severity];
  const offers = message.offers.filter((offer) => isPossible(offer, target));
  const next = countsAs(outcome) === "success" ? nextInSample(services, target.file) : undefined;
  const answer = await show(message.text, ...(next ? [next.title] : []), ...offers.map(offerTitle));
  if (next && answer === next.title) await vscode.window.showTextDocument(next.file, { preview: false });
  const offer = offers.find((candidate) => offerTitle(candidate) === answer);
  if (offer) await performOffer(services, offer, result);
}

async function performOffer(services: Services, offer: Offer, result: PushResult): Promise<void> {
  const { target, outcome } = result;
  // The tenant may have changed since then, so look up its session again.
  const session = services.sessions.withOrigin(target.origin);
  const file = target.file === "" ? undefined : vscode.Uri.parse(target.file);
  const missing = outcome.kind === "unresolved" ? outcome.problems[0]?.reference : undefined;
  switch (offer) {
    case "showRecord": {
      const record = "record" in outcome ? outcome.record : session?.store.find(target.id);
      if (record) await services.records.show(target.origin, record);
      return;
    }
    case "showLog":
      services.log.show();
      return;
    case "showInFile":
      if (file) await revealRefused(file, result);
      return;
    case "checkAgain": {
      const entry = services.pushes.journal.lastTo(target);
      if (entry) await checkAndPresent(services, [entry]);
      else showKnown(file ? nameOfFile(file) : sanitizeText(target.connection));
      return;
    }
    case "pushAgain":
    case "retry":
      return pushAgain(services, result);
    case "chooseConnection": {
      const tenant = sessionNow(services, target);
      if (!tenant || !file) return;
      const document = await vscode.workspace.openTextDocument(file);
      const read = await services.fileStates.inspect(file);
      const other = read && (await chooseConnection(services, document, read, tenant, "push"));
      if (other) await pushFile(services, document, other);
      return;
    }
    case "signIn":
    case "signInDifferently": {
      const tenant = sessionNow(services, target);
      if (!tenant || !(await signInTo(services, tenant, true))) return;
      // A push that may have been applied isn't sent again.
      return performOffer(services, countsAs(outcome) === "failure" ? "pushAgain" : "checkAgain", result);
    }
    case "refresh":
    case "proxySettings":
      return performStep(services, offer, target);
    case "copyScope":
      await vscode.env.clipboard.writeText(UPDATE_SCOPE);
      return;
    case "editTenant":
      return session && editTenant(services, { kind: "tenant", session });
    case "storeSecret":
      if (file && missing) await storeMissing(services, file, missing);
      return;
    case "addProvider":
      if (missing) await addSecretProvider(services, { name: providerOf(missing.name).provider });
      return;
    case "manageTrust":
      await vscode.commands.executeCommand("workbench.trust.manage");
  }
}

/** @param what the name of a file, or of a connection that was renamed. */
export function showKnown(what: string): void {
  void vscode.window.showInformationMessage(l10n.t("The outcome of the last push of {0} is already known.", what));
}

/** Asks for the first missing value. If the file refers to a variable, replaces that with a reference to the secret. */
async function storeMissing(services: Services, file: vscode.Uri, missing: NamedReference): Promise<void> {
  await askForSecret(services, { name: missing.name });
  if (missing.kind !== "env" || !services.secrets.names.includes(missing.name)) return;
  const read = await services.fileStates.inspect(file);
  const edit = new vscode.WorkspaceEdit();
  for (const { kind, name, range } of read?.references ?? [])
    if (kind === "env" && name === missing.name)
      edit.replace(file, rangeOf(range), referenceText({ kind: "secret", name }));
  await vscode.workspace.applyEdit(edit);
}
