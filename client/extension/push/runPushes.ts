import * as l10n from "@vscode/l10n";
import pLimit from "p-limit";
import * as vscode from "vscode";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { MAX_CONCURRENT_PUSHES, type PushApprover, type PushOptions } from "../../core/push/context.js";
import type { PushResults } from "../../core/push/events.js";
import { joinSentences } from "../../core/text/locale.js";
import { countsAs, quotedName } from "../../core/push/outcomes.js";
import { conflictingRequests } from "../../core/push/checkBeforePush.js";
import { executePushes } from "../../core/push/pipeline.js";
import {
  type JournalEntry,
  type PlannedFile,
  type PushRequest,
  type PushResult,
  displayNameOf,
} from "../../core/push/pushTypes.js";
import { verifySentPushes } from "../../core/push/verifyPush.js";
import { endReminder } from "./endDates.js";
import { showPushProgress } from "./progress.js";
import { commandsFor, showMessage } from "../actions.js";
import type { PushServices } from "./pushServices.js";
import { escapeReferences } from "../../../schemas/references.js";
import { sourcesFor } from "../secrets/valueSources.js";
import type { Session } from "../tenants/sessions.js";
import { nextInSample } from "../sample/sample.js";
import { presentMany } from "./presentMany.js";
import { type Chosen, type FileRequest, requestOf } from "./requests.js";
import { chooseAmongDrifted, chooseFile, decideOnlyDrift } from "./questions.js";
import { reviewPushes } from "./review.js";
import { inBackground } from "../ui/inBackground.js";

/** The files whose push has begun, up to its review. */
const beginning = new Set<string>();

/**
 * Pushes one file after a review. Does nothing if its push is about to be reviewed, as after a double click.
 * @param chosen the target, if the caller knows it.
 * @param ofRow the tenant of the row that the command was called on.
 * @param acceptsUnknown whether the user chose to push a setup that this version doesn't know.
 */
export async function pushFile(
  services: PushServices,
  document: vscode.TextDocument,
  chosen?: Chosen,
  ofRow?: Session,
  acceptsUnknown = false,
): Promise<void> {
  const file = document.uri.toString();
  if (beginning.has(file)) return;
  beginning.add(file);
  const onReview = () => beginning.delete(file);
  try {
    const pushAnyway = () => pushFile(services, document, chosen, ofRow, true);
    const request = await requestOf(services, document, chosen, ofRow, acceptsUnknown ? undefined : pushAnyway);
    if (!request) return;
    const tenant = request.tenant.name;
    const title = `${sanitizeText(tenant)} · ${sanitizeText(displayNameOf(request))}`;
    await runPushes(services, [request], { title, tenant, onReview });
  } finally {
    onReview();
  }
}

interface RunOptions {
  readonly title: string;
  /** The name of the tenant; undefined for several pushes. */
  readonly tenant?: string;
  /** Says nothing if all were applied. */
  readonly quiet?: boolean;
  /** Called before each question. */
  readonly onReview?: () => void;
}

export async function runPushes(
  services: PushServices,
  requests: readonly FileRequest[],
  { title, tenant, quiet = false, onReview }: RunOptions,
): Promise<void> {
  const { reviews, sessions } = services;
  const tenants = sessions.all.map((session) => session.tenant);
  const approver: PushApprover = {
    decideDrift: (drifted, options) => {
      onReview?.();
      return requests.length === 1 ? decideOnlyDrift(drifted) : chooseAmongDrifted(drifted, reviews, options);
    },
    confirm: (pushes, skipped, options) => {
      onReview?.();
      return reviewPushes(pushes, skipped, tenants, reviews, options);
    },
  };
  const results = await showPushProgress(title, tenant, async (options) =>
    executePushes(await readChosen(requests, options), approver, services.pushes, options),
  );
  const isQuiet = quiet && results.results.every(({ outcome }) => countsAs(outcome) === "success");
  // Don't wait: the message stays until the user answers it, which may start another push.
  inBackground("show-result-of-push", () =>
    isQuiet ? remindOfEnds(services, results.results) : presentResults(services, results),
  );
}

/** Asks which of several files for one connection to push. Saves the chosen ones, and reads them again. */
export async function readChosen(
  requests: readonly FileRequest[],
  options: PushOptions,
): Promise<readonly PushRequest[]> {
  const notChosen = new Set<PushRequest>();
  for (const conflicting of conflictingRequests(requests)) {
    const choice = await chooseFile(conflicting, options);
    if (!choice) return requests.map((request) => ({ ...request, notSent: { kind: "cancelled" } }));
    for (const request of conflicting) if (request !== choice) notChosen.add(request);
  }
  const readOne = async (request: FileRequest): Promise<PushRequest> => {
    if (notChosen.has(request)) return { ...request, notSent: { kind: "notChosen" } };
    if (request.tenant.readOnly === true || !request.read) return request;
    const contents = await request.read();
    return "kind" in contents ? { ...request, notSent: contents } : { ...request, ...contents };
  };
  return pLimit(MAX_CONCURRENT_PUSHES).map(requests, readOne);
}

async function remindOfEnds(services: PushServices, results: readonly PushResult[]): Promise<void> {
  const reminder = endReminder(services, results);
  if (reminder) await showMessage("information", reminder.sentence, commandsFor(["changeEndDate"], reminder));
}

/** What a rename sends. In a typed name, `${` is literal. */
export function newName(name: string): PlannedFile {
  return { request: { name: escapeReferences(name) }, leftOut: [] };
}

/** Pushes only a name, without a file. */
export async function pushName(
  services: PushServices,
  { client: service, tenant }: Session,
  { id, name }: { readonly id: string; readonly name: string },
  inspected: PlannedFile,
): Promise<void> {
  // A typed name has no references.
  const sources = await sourcesFor(vscode.Uri.from({ scheme: "untitled" }), services.secrets);
  const request = { service, tenant, id, name, file: "", inspected, sources };
  const title = l10n.t("Renaming {0}", sanitizeText(displayNameOf(request)));
  await runPushes(services, [request], { title, tenant: tenant.name });
}

/** Checks the unknown outcomes of pushes and shows them. Sends no update. */
export async function checkAndPresent(services: PushServices, entries: readonly JournalEntry[]): Promise<void> {
  const [first, ...others] = entries;
  if (!first) return;
  const serviceOf = (origin: string) => {
    const session = services.sessions.withOrigin(origin);
    return session?.signedIn === true ? session.client : undefined;
  };
  const title =
    others.length === 0
      ? l10n.t("Checking the outcome of the push of {0}", quotedName({ id: first.id, name: first.connection }))
      : l10n.t("Checking the outcomes of {0} pushes", entries.length);
  const results = await showPushProgress(title, first.tenantName, ({ signal, onWait }) =>
    verifySentPushes(entries, serviceOf, services.pushes, { stopVerifying: signal, onWait }),
  );
  await presentResults(services, results);
}

/**
 * Shows the outcomes of pushes and runs the action that the user chooses. Then does the same for outcomes found later.
 */
async function presentResults(services: PushServices, { results, later }: PushResults): Promise<void> {
  // Files that weren't chosen for their connection count only if nothing was sent.
  const sent = results.some(({ entry }) => entry);
  const told = results.filter(({ outcome }) => !sent || outcome.kind !== "notChosen");
  const [only, ...others] = told;
  const presentLater = async () => {
    const settled = (await later) ?? [];
    if (settled.length > 0) await presentResults(services, { results: settled });
  };
  await Promise.all([
    ...(only && others.length === 0
      ? [presentOne(services, only)]
      : [presentMany(told, sent), remindOfEnds(services, told)]),
    presentLater(),
  ]);
}

async function presentOne(services: PushServices, result: PushResult): Promise<void> {
  const { outcome, target } = result;
  if (outcome.kind === "compare") {
    const { views, record } = outcome;
    await services.reviews.compare([{ ...target, connection: displayNameOf(record), views }]);
  }
  const { message } = result;
  if (message.text === "") return;
  const next = countsAs(outcome) === "success" ? nextInSample(services, target.file) : undefined;
  const hasPage = services.sessions.withOrigin(target.origin)?.tenant.dashboardUrl !== undefined;
  const actions = message.actions.filter((action) => action !== "openInBrowser" || hasPage);
  const reminder = endReminder(services, [result]);
  await showMessage(message.severity, joinSentences(message.text, reminder?.sentence ?? "", next?.sentence ?? ""), [
    ...(next ? [next.command] : []),
    ...(reminder ? commandsFor(["changeEndDate"], reminder) : []),
    ...commandsFor(actions, { tenant: target, results: [result] }),
  ]);
}

/** @param what the name of a file, or of a connection that was renamed. */
export function showKnown(what: string): void {
  vscode.window.showInformationMessage(l10n.t("The outcome of the last push of {0} is already known.", what));
}
