import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../editor/inspection.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeLabel, sanitizeText } from "../../core/text/sanitizeText.js";
import type { JournalEntry } from "../../core/push/journal.js";
import { isPossible, offerTitle } from "../../core/push/offers.js";
import { countsAs, describeOutcome, type OutcomeMessage } from "../../core/push/outcomes.js";
import type { PushResult, PushResults } from "../../core/push/run.js";
import { showPushProgress } from "./progress.js";
import { checkSentPushes } from "../../core/push/verify.js";
import { performOffer, type PushActions } from "./performOffer.js";
import type { Services } from "../services.js";

export type PushAgain = PushActions["again"];

/** Shows how pushes ended, and does what the person chooses next; then those that are known only later. */
export async function presentResults(
  services: Services,
  { results, later }: PushResults,
  again: PushAgain,
): Promise<void> {
  const [only, ...others] = results;
  const presentLater = async () => {
    const settled = (await later) ?? [];
    if (settled.length > 0) await presentResults(services, { results: settled }, again);
  };
  await Promise.all([
    only && others.length === 0 ? presentOne(services, only, again) : presentMany(services, results),
    presentLater(),
  ]);
}

/** Finds out the outcomes of pushes that nobody knows, and shows it. Sends nothing. */
export async function checkAndPresent(
  services: Services,
  entries: readonly JournalEntry[],
  again: PushAgain,
): Promise<void> {
  const [first, ...others] = entries;
  if (!first) return;
  const serviceOf = (origin: string) => {
    const session = services.sessions.withOrigin(origin);
    return session?.signedIn === true ? session.client : undefined;
  };
  const title =
    others.length === 0
      ? l10n.t("Checking how the push of {0} ended", sanitizeText(first.connection))
      : l10n.t("Checking how {0} pushes ended", entries.length);
  const results = await showPushProgress(title, first.tenantName, ({ signal, onWait }) =>
    checkSentPushes(entries, serviceOf, services.pushes, { stopVerifying: signal, onWait }),
  );
  await presentResults(services, results, again);
}

async function presentOne(services: Services, result: PushResult, again: PushAgain): Promise<void> {
  const { outcome, subject } = result;
  if (outcome.kind === "compare") {
    const { views, record } = outcome;
    await services.reviews.compare({ views, of: subject, name: record.name, file: subject.file });
  }
  const { message } = result;
  if (message.text === "") return;
  const offers = message.offers.filter((offer) => isPossible(offer, subject));
  const answer = await show(message)(message.text, ...offers.map(offerTitle));
  const offer = offers.find((candidate) => offerTitle(candidate) === answer);
  if (offer)
    await performOffer(offer, services, result, { again, check: (entry) => checkAndPresent(services, [entry], again) });
}

async function presentMany(services: Services, results: readonly PushResult[]): Promise<void> {
  const sent = results.some(({ entry }) => entry);
  const total = results.filter(({ outcome }) => !sent || outcome.kind !== "notChosen");
  // Of what the person cancelled, nothing more is to be said.
  const rest = total.filter(({ outcome: { kind } }) => countsAs({ kind }) !== "success");
  const items = rest.filter(({ outcome: { kind } }) => sent || kind !== "cancelled").map(itemFor);
  const [showRest, log] = [l10n.t("Show the Others"), l10n.t("Show Log")];
  if (rest.length === 0 || items.length === 0) {
    const all = total.length === 1 ? l10n.t("1 file pushed.") : l10n.t("{0} files pushed.", formatNumber(total.length));
    if (total.length > 0)
      void vscode.window.showInformationMessage(rest.length === 0 ? all : l10n.t("Nothing was pushed."));
    return;
  }
  const answer = await vscode.window.showWarningMessage(summaryOf(total, rest, sent), showRest, log);
  if (answer === log) services.log.show();
  if (answer !== showRest) return;
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t("The other pushes"),
    placeHolder: l10n.t("Open a file"),
  });
  if (chosen && chosen.file !== "") await openFile(vscode.Uri.parse(chosen.file));
}

function summaryOf(total: readonly PushResult[], rest: readonly PushResult[], sent: boolean): string {
  const open = rest.filter(({ outcome }) => countsAs(outcome) === "open").length;
  const not = rest.length - open;
  const good = formatNumber(total.length - rest.length);
  const done =
    total.length === 1
      ? l10n.t("{0} of 1 file pushed.", good)
      : l10n.t("{0} of {1} files pushed.", good, formatNumber(total.length));
  if (!sent && open === 0) {
    const reasons = new Set(rest.map(({ outcome }) => describeOutcome(outcome.kind)));
    reasons.delete(describeOutcome("cancelled"));
    return joinSentences(l10n.t("Nothing was pushed."), l10n.t("Left alone: {0}.", [...reasons].join("; ")));
  }
  return joinSentences(
    done,
    not === 0 ? "" : not === 1 ? l10n.t("1 was not.") : l10n.t("{0} were not.", formatNumber(not)),
    open === 0 ? "" : open === 1 ? l10n.t("1 unconfirmed.") : l10n.t("{0} unconfirmed.", formatNumber(open)),
  );
}

function itemFor(result: PushResult) {
  const { file, connection, tenantName } = result.subject;
  const { text } = result.message;
  return {
    label: sanitizeLabel(file === "" ? connection : nameOfFile(vscode.Uri.parse(file))),
    description: `${sanitizeLabel(tenantName)} · ${describeOutcome(result.outcome.kind)}`,
    detail: sanitizeLabel(text === "" ? connection : text),
    file,
  };
}

function show({ severity }: OutcomeMessage): (message: string, ...items: string[]) => Thenable<string | undefined> {
  if (severity === "information") return vscode.window.showInformationMessage;
  return severity === "warning" ? vscode.window.showWarningMessage : vscode.window.showErrorMessage;
}

async function openFile(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.window.showTextDocument(uri);
  } catch {
    void vscode.window.showWarningMessage(l10n.t("{0} is not there any more.", nameOfFile(uri)));
  }
}
