import * as vscode from "vscode";
import { inspectFile, nameOfFile } from "../files/inspection.js";
import type { FileState } from "../files/fileStates.js";
import { STATE_WORDS } from "../files/statusBar.js";
import { plainLabel, plainText } from "../plainText.js";
import { carryOutBatch, prepareBatch, type BatchProgress } from "../push/batch.js";
import { outcomeWords } from "../push/history.js";
import { succeeded, type Outcome } from "../push/outcome.js";
import { outcomeSentence } from "../push/outcomeSentence.js";
import type { PushRequest } from "../push/prepare.js";
import { reviewPushes, type ConfirmedPush } from "../push/review.js";
import { confirmBatch } from "../push/surface/confirmBatch.js";
import type { Services } from "../services.js";
import { noteOutcome, requestFor } from "./pushRequest.js";

/** A file that may be pushed, as the list of them shows it. */
interface Candidate extends vscode.QuickPickItem {
  readonly request: PushRequest;
}

/** Pushes the files that were changed since their last push: one choice, one review, one summary. */
export async function pushAll(services: Services): Promise<void> {
  await vscode.workspace.saveAll(false);
  const candidates = await lookFor("Looking for changed setup files", (report, signal) => findCandidates(services, report, signal));
  if (candidates.length === 0) {
    void vscode.window.showInformationMessage("No setup file has changed since its last push. Files with problems, without an id, or of tenants that are signed out are left out.");
    return;
  }
  const options = { title: "Push changed files", placeHolder: "Choose what to push", canPickMany: true as const, matchOnDescription: true };
  const picked = await vscode.window.showQuickPick(grouped(candidates), options);
  const requests = (picked ?? []).flatMap((item) => ("request" in item ? [item.request] : []));
  if (requests.length > 0) await pushRequests(services, requests);
}

async function pushRequests(services: Services, requests: readonly PushRequest[]): Promise<void> {
  const total = requests.length;
  const checking = (report: Report) => ({ ended }: BatchProgress) => {
    report(`Checking ${ended} of ${total}`, 100 / total);
  };
  const { prepared, stopped } = await follow("Push changed files", (report, signal) => prepareBatch(requests, { signal }, checking(report)));
  const drifted = prepared.filter(({ drift }) => drift.kind === "changed");
  const ready = prepared.filter((push) => !drifted.includes(push));
  const tenants = services.sessions.all.map(({ tenant }) => tenant);
  const confirmed = await reviewPushes(ready, (plans) => confirmBatch(plans, tenants, stopped.length, drifted.length));
  const ended = confirmed.length === 0 ? [] : await send(services, confirmed);
  const left = [
    ...stopped.map(({ request, outcome }) => ({ request, outcome })),
    ...drifted.map(({ request, plan, drift }): Ended => ({ request, outcome: drift.kind === "changed" && plan.target.record ? { kind: "drifted", drift, record: plan.target.record } : { kind: "cancelled" } })),
  ];
  if (confirmed.length > 0 || left.length > 0) await summarise(services, [...ended, ...left]);
}

interface Ended {
  readonly request: PushRequest;
  readonly outcome: Outcome;
}

async function send(services: Services, confirmed: readonly ConfirmedPush[]): Promise<readonly Ended[]> {
  const total = confirmed.length;
  const summary = await follow("Push changed files", (report, signal) =>
    carryOutBatch(confirmed, services, { signal }, ({ ended, failed }) => {
      report(`Pushing ${ended} of ${total}${failed > 0 ? ` (${failed} failed)` : ""}`, 100 / total);
    }),
  );
  const ended = summary.ended.map(({ push, outcome }) => ({ request: push.request, outcome }));
  for (const { request, outcome } of ended) await noteOutcome(services, vscode.Uri.parse(request.file), request, outcome);
  return ended;
}

async function summarise(services: Services, ended: readonly Ended[]): Promise<void> {
  const failed = ended.filter(({ outcome }) => !succeeded(outcome));
  if (failed.length === 0) {
    void vscode.window.showInformationMessage(ended.length === 1 ? "1 file pushed." : `${ended.length} files pushed.`);
    return;
  }
  const done = `${ended.length - failed.length} of ${ended.length} ${ended.length === 1 ? "file" : "files"} pushed.`;
  const show = "Show Failed Files";
  const log = "Show Log";
  const answer = await vscode.window.showWarningMessage(`${done} ${failed.length} ${failed.length === 1 ? "was" : "were"} not.`, show, log);
  if (answer === log) services.log.show();
  if (answer !== show) return;
  const items = failed.map(({ request, outcome }) => {
    const uri = vscode.Uri.parse(request.file);
    const connection = request.name ?? request.id;
    const { text } = outcomeSentence(outcome, { tenant: request.tenant.name, connection, now: Date.now() });
    return { label: plainLabel(nameOfFile(uri)), description: outcomeWords[outcome.kind], detail: plainLabel(text === "" ? connection : text), uri };
  });
  const chosen = await vscode.window.showQuickPick(items, { title: "Files that were not pushed", placeHolder: "Open a file" });
  if (chosen) await vscode.window.showTextDocument(chosen.uri);
}

async function findCandidates(services: Services, report: Report, signal: AbortSignal): Promise<readonly Candidate[]> {
  const files = await vscode.workspace.findFiles("**/*.vaultconn.json", "**/node_modules/**");
  const candidates: Candidate[] = [];
  files.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
  for (const [index, file] of files.entries()) {
    if (signal.aborted) return [];
    report(`${index + 1} of ${files.length}`, 100 / files.length);
    const state = await services.fileStates.of(file);
    const candidate = state.kind === "changed" || state.kind === "drifted" || state.kind === "new" ? await candidateFor(services, file, state) : undefined;
    if (candidate) candidates.push(candidate);
  }
  return candidates;
}

/** @returns undefined for a file that could not be pushed without asking further questions. */
async function candidateFor(services: Services, file: vscode.Uri, { kind, remembered }: FileState): Promise<Candidate | undefined> {
  const inspected = await inspectFile(services.languageServer, file);
  if (!inspected || inspected.problems.errors > 0) return undefined;
  const { name, setup } = inspected.request;
  const session = inspected.tenant ? services.sessions.withHost(inspected.tenant.value) : remembered && services.sessions.withOrigin(remembered.origin);
  const id = inspected.id?.value ?? remembered?.id;
  if (!session?.signedIn || id === undefined || (name === undefined && setup === undefined)) return undefined;
  const request = await requestFor(services, file, inspected, { session, id });
  const state = kind === "new" ? "never pushed from here" : STATE_WORDS[kind];
  const label = plainLabel(vscode.workspace.asRelativePath(file));
  return { label, description: `${plainLabel(request.name ?? id)} · ${state}`, picked: kind === "changed", request };
}

function grouped(candidates: readonly Candidate[]): (Candidate | vscode.QuickPickItem)[] {
  const tenants = [...new Set(candidates.map(({ request }) => request.tenant.name))].sort();
  return tenants.flatMap((tenant) => [
    { label: plainText(tenant), kind: vscode.QuickPickItemKind.Separator },
    ...candidates.filter(({ request }) => request.tenant.name === tenant),
  ]);
}

type Report = (message: string, increment: number) => void;

/** Follows something that is usually over at once: in the status bar, where it takes no room from the messages after it. */
function lookFor<Result>(title: string, work: (report: Report, signal: AbortSignal) => Promise<Result>): Promise<Result> {
  return follow(title, work, vscode.ProgressLocation.Window);
}

async function follow<Result>(title: string, work: (report: Report, signal: AbortSignal) => Promise<Result>, location = vscode.ProgressLocation.Notification): Promise<Result> {
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, cancellation) => {
    const abort = new AbortController();
    cancellation.onCancellationRequested(() => {
      abort.abort();
    });
    return work((message, increment) => {
      progress.report({ message, increment });
    }, abort.signal);
  });
}
