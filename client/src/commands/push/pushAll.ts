import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { inspectFile, nameOfFile, refuseErrors } from "../../files/inspection.js";
import { followed } from "../../followed.js";
import { counted, inARow } from "../../locale.js";
import { plainLabel } from "../../plainText.js";
import { carryOutBatch, prepareBatch, type BatchOptions } from "../../push/batch.js";
import { outcomeInWords } from "../../push/history.js";
import { inTwoParts } from "../../push/inTwoParts.js";
import { succeeded, type Outcome } from "../../push/outcome.js";
import { outcomeSentence } from "../../push/outcomeSentence.js";
import type { PushRequest } from "../../push/prepare.js";
import { reviewPushes, type ConfirmedPush } from "../../push/review.js";
import { chooseContested } from "../../push/surface/chooseContested.js";
import { confirmBatch } from "../../push/surface/confirmBatch.js";
import { slowDownOr } from "../../service/sentences/slowDown.js";
import type { Services } from "../../services.js";
import { chooseChanged } from "./pushCandidates.js";
import { noteOutcome, requestFor } from "./pushRequest.js";
import { saveChosen, tellUnsaved } from "./saveFirst.js";

/** Pushes the files that were changed since their last push: one choice, one review, one summary. */
export async function pushAll(services: Services): Promise<void> {
  const requests = await chooseChanged(services);
  if (!requests) {
    void vscode.window.showInformationMessage(
      l10n.t(
        "No setup file has changed since its last push. Files with problems, without an id, or of tenants that are signed out are left out.",
      ),
    );
    return;
  }
  const settled = await chooseContested(requests);
  if (!settled) return;
  const { saved, unsaved } = await saveChosen(settled.requests, (request, file) =>
    requestAgain(services, request, file),
  );
  const [only] = unsaved;
  if (only && settled.requests.length === 1) tellUnsaved(vscode.Uri.parse(only.file));
  else if (saved.length + unsaved.length > 0)
    await pushRequests(services, saved, { contested: settled.leftOut, unsaved });
}

/** The push of a file that has been saved since it was chosen. @returns undefined where it cannot be pushed any more, which the person is told. */
async function requestAgain(
  services: Services,
  { tenant, id }: PushRequest,
  file: vscode.Uri,
): Promise<PushRequest | undefined> {
  const session = services.sessions.withOrigin(tenant.origin);
  const inspected = await inspectFile(services.languageServer, file);
  if (!session || !inspected || refuseErrors(file, inspected)) return undefined;
  return requestFor(services, file, inspected, { session, id });
}

/** What was left out before anything was checked. */
interface LeftOut {
  /** How many files were left out since another one is for the same connection. */
  readonly contested: number;
  /** The pushes of files that could not be saved. */
  readonly unsaved: readonly PushRequest[];
}

async function pushRequests(
  services: Services,
  requests: readonly PushRequest[],
  { contested, unsaved }: LeftOut,
): Promise<void> {
  const total = requests.length;
  const { prepared, stopped } = await followAll(total, (options, report) =>
    prepareBatch(requests, options, ({ ended }) => {
      report(l10n.t("Checking {0} of {1}", counted(ended), counted(total)));
    }),
  );
  const drifted = prepared.filter(({ drift }) => drift.kind === "changed");
  for (const {
    plan: { target },
  } of drifted)
    if (target.record) services.sessions.withOrigin(target.origin)?.store.apply(target.record);
  const ready = prepared.filter((push) => !drifted.includes(push));
  const tenants = services.sessions.all.map(({ tenant }) => tenant);
  const confirmed = await reviewPushes(ready, (plans) =>
    confirmBatch(plans, tenants, {
      stopped: stopped.length,
      drifted: drifted.length,
      contested,
      unsaved: unsaved.length,
    }),
  );
  const ended = confirmed.length === 0 ? [] : await send(services, confirmed);
  const left = [
    ...unsaved.map((request): Ended => ({ request, outcome: { kind: "notSaved" } })),
    ...stopped.map(({ request, outcome }) => ({ request, outcome })),
    ...drifted.map(({ request, plan, drift }): Ended => ({
      request,
      outcome:
        drift.kind === "changed" && plan.target.record
          ? { kind: "drifted", drift, record: plan.target.record }
          : { kind: "cancelled" },
    })),
  ];
  if (confirmed.length > 0 || left.length > 0) await summarise(services, [...ended, ...left]);
}

interface Ended {
  readonly request: PushRequest;
  readonly outcome: Outcome;
}

async function send(services: Services, confirmed: readonly ConfirmedPush[]): Promise<readonly Ended[]> {
  const total = confirmed.length;
  const summary = await followAll(total, (options, report) =>
    carryOutBatch(confirmed, services, options, ({ ended, failed }) => {
      const [now, all] = [counted(ended), counted(total)];
      report(
        failed > 0
          ? l10n.t("Pushing {0} of {1} ({2} failed)", now, all, counted(failed))
          : l10n.t("Pushing {0} of {1}", now, all),
      );
    }),
  );
  const ended = summary.ended.map(({ push, outcome }) => ({ request: push.request, outcome }));
  for (const { request, outcome } of ended)
    await noteOutcome(services, vscode.Uri.parse(request.file), request, outcome);
  return ended;
}

async function summarise(services: Services, ended: readonly Ended[]): Promise<void> {
  const failed = ended.filter(({ outcome }) => !succeeded(outcome));
  if (failed.length === 0) {
    void vscode.window.showInformationMessage(
      ended.length === 1 ? l10n.t("1 file pushed.") : l10n.t("{0} files pushed.", counted(ended.length)),
    );
    return;
  }
  const good = counted(ended.length - failed.length);
  const done =
    ended.length === 1
      ? l10n.t("{0} of 1 file pushed.", good)
      : l10n.t("{0} of {1} files pushed.", good, counted(ended.length));
  const show = l10n.t("Show the Others");
  const log = l10n.t("Show Log");
  const answer = await vscode.window.showWarningMessage(inARow(done, ...restInWords(failed)), show, log);
  if (answer === log) services.log.show();
  if (answer !== show) return;
  const items = failed.map(({ request, outcome }) => {
    const uri = vscode.Uri.parse(request.file);
    const connection = request.name ?? request.id;
    const { text } = outcomeSentence(outcome, { tenant: request.tenant.name, connection, now: Date.now() });
    return {
      label: plainLabel(nameOfFile(uri)),
      description: outcomeInWords(outcome.kind),
      detail: plainLabel(text === "" ? connection : text),
      uri,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t("Files not certain to have been pushed"),
    placeHolder: l10n.t("Open a file"),
  });
  if (chosen) await vscode.window.showTextDocument(chosen.uri);
}

/** What is still to be told of pushes that did not succeed for certain: how many did not, and of how many that is not known. */
function restInWords(failed: readonly Ended[]): readonly string[] {
  const open = failed.filter(({ outcome: { kind } }) => kind === "probablyApplied" || kind === "unknown").length;
  const not = failed.length - open;
  return [
    ...(not === 0 ? [] : [not === 1 ? l10n.t("1 was not.") : l10n.t("{0} were not.", counted(not))]),
    ...(open === 0 ? [] : [open === 1 ? l10n.t("1 may have been.") : l10n.t("{0} may have been.", counted(open))]),
  ];
}

/**
 * Followed in a notification: the files that are done, and waits for the rate
 * limit of a tenant. Cancelled, it goes on for as long as it takes to find out
 * what became of those that were being sent.
 */
function followAll<Result>(
  total: number,
  work: (options: BatchOptions, onProgress: (message: string) => void) => Promise<Result>,
): Promise<Result> {
  return inTwoParts(followed, l10n.t("Push changed files"), ({ report, first, second, beginSecond }) => {
    let words = "";
    let verifying = false;
    const onWait = (seconds: number, tenant: string) => {
      report({ message: slowDownOr(words, tenant, seconds) });
    };
    // As long as others are still to be sent, it is those that are cancelled first.
    const goOn = () => {
      if (!verifying || !first.aborted) return;
      words = l10n.t("Checking which pushes took effect…");
      report({ message: words });
      beginSecond();
    };
    first.addEventListener("abort", goOn);
    const onStage: BatchOptions["onStage"] = (stage) => {
      verifying ||= stage === "verifying";
      goOn();
    };
    return work({ signal: first, stopVerifying: second, onWait, onStage }, (message) => {
      words = message;
      report({ message, increment: 100 / total });
    });
  });
}
