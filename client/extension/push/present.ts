import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { inspectFile, nameOfFile, rangeOf } from "../editor/inspection.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeLabel, sanitizeText } from "../../core/text/sanitizeText.js";
import type { JournalEntry } from "../../core/push/journal.js";
import { isPossible, offerTitle, type Offer } from "../../core/push/offers.js";
import { countsAs, describeOutcome } from "../../core/push/outcomes.js";
import type { PushResult, PushResults } from "../../core/push/run.js";
import { showPushProgress } from "./progress.js";
import { checkSentPushes } from "../../core/push/verify.js";
import type { Services } from "../services.js";
import { providerOf, referenceText } from "../../../schemas/references.js";
import { addSecretProvider } from "../editor/addProvider.js";
import type { PushTarget } from "../../core/push/request.js";
import { UPDATE_SCOPE } from "../../core/service/signIn/claims.js";
import { askForSecret } from "../ui/askForSecret.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { performStep } from "../tenants/serviceErrors.js";
import { chooseConnection, type Chosen } from "./requests.js";

/** Pushes what a push was about, to the same connection or another. */
export type PushAgain = (subject: PushTarget, target?: Chosen) => Promise<void>;

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

/** Finds out the outcomes of pushes that no one knows, and shows it. Sends nothing. */
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
      ? l10n.t("Checking the outcome of the push of {0}", sanitizeText(first.connection))
      : l10n.t("Checking the outcomes of {0} pushes", entries.length);
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
  const show = {
    information: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[message.severity];
  const offers = message.offers.filter((offer) => isPossible(offer, subject));
  const answer = await show(message.text, ...offers.map(offerTitle));
  const offer = offers.find((candidate) => offerTitle(candidate) === answer);
  if (offer) await performOffer(offer, services, result, again);
}

async function performOffer(offer: Offer, services: Services, result: PushResult, again: PushAgain): Promise<void> {
  const { subject, outcome } = result;
  // The tenant may have been changed since, and its session with it.
  const session = services.sessions.withOrigin(subject.origin);
  const file = subject.file === "" ? undefined : vscode.Uri.parse(subject.file);
  switch (offer) {
    case "showRecord": {
      const record = "record" in outcome ? outcome.record : session?.store.find(subject.id);
      if (record) await services.records.show(subject.origin, record);
      return;
    }
    case "showLog":
      services.log.show();
      return;
    case "showInFile":
      if (file) await services.refusals.reveal(await vscode.workspace.openTextDocument(file));
      return;
    case "checkAgain": {
      const entry = services.pushes.journal.lastTo(subject);
      if (entry) await checkAndPresent(services, [entry], again);
      else
        void vscode.window.showInformationMessage(
          l10n.t(
            "The outcome of the last push of {0} is already known.",
            file ? nameOfFile(file) : sanitizeText(subject.connection),
          ),
        );
      return;
    }
    case "pushAgain":
    case "retry":
      await again(subject);
      return;
    case "chooseConnection": {
      const tenant = sessionNow(services, subject);
      if (!tenant || !file) return;
      const document = await vscode.workspace.openTextDocument(file);
      const read = await inspectFile(services.languageServer, file);
      const other = read && (await chooseConnection(services, document, read, tenant, "push"));
      if (other) await again(subject, other);
      return;
    }
    case "refresh":
    case "signIn":
    case "signInDifferently":
    case "proxySettings":
      await performStep(services, offer, subject);
      return;
    case "copyScope":
      await vscode.env.clipboard.writeText(UPDATE_SCOPE);
      return;
    case "storeSecret":
      await storeMissing(services, result);
      return;
    case "addProvider":
      await addMissing(services, result);
      return;
    case "manageTrust":
      await vscode.commands.executeCommand("workbench.trust.manage");
  }
}

async function addMissing(services: Services, { outcome }: PushResult): Promise<void> {
  const reference = outcome.kind === "unresolved" ? outcome.problems[0]?.reference : undefined;
  if (reference) await addSecretProvider(services, { name: providerOf(reference.name).provider });
}

/** Asks for the value that was missing first, and has the file refer to it where it named a variable. */
async function storeMissing(services: Services, { subject, outcome }: PushResult): Promise<void> {
  const reference = outcome.kind === "unresolved" ? outcome.problems[0]?.reference : undefined;
  if (reference) await askForSecret(services, { name: reference.name });
  if (reference?.kind !== "env" || !services.secrets.names.includes(reference.name)) return;
  const uri = vscode.Uri.parse(subject.file);
  const file = await inspectFile(services.languageServer, uri);
  const edit = new vscode.WorkspaceEdit();
  for (const { kind, name, range } of file?.references ?? [])
    if (kind === "env" && name === reference.name)
      edit.replace(uri, rangeOf(range), referenceText({ kind: "secret", name }));
  await vscode.workspace.applyEdit(edit);
}

async function presentMany(services: Services, results: readonly PushResult[]): Promise<void> {
  const sent = results.some(({ entry }) => entry);
  const total = results.filter(({ outcome }) => !sent || outcome.kind !== "notChosen");
  // Of what the person cancelled, nothing more is to be said.
  const rest = total.filter(({ outcome: { kind } }) => countsAs({ kind }) !== "success");
  const items = rest.filter(({ outcome: { kind } }) => sent || kind !== "cancelled").map(itemFor);
  const [showRest, log] = [l10n.t("Show Other Pushes"), l10n.t("Show Log")];
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
    title: l10n.t("Other pushes"),
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
    return joinSentences(l10n.t("Nothing was pushed."), l10n.t("Skipped: {0}.", [...reasons].join("; ")));
  }
  return joinSentences(
    done,
    not === 0 ? "" : not === 1 ? l10n.t("1 not pushed.") : l10n.t("{0} not pushed.", formatNumber(not)),
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

async function openFile(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.window.showTextDocument(uri);
  } catch {
    void vscode.window.showWarningMessage(l10n.t("{0} no longer exists.", nameOfFile(uri)));
  }
}
