import * as vscode from "vscode";
import { plainText } from "../../plainText.js";
import type { Tenant } from "../../tenants/tenant.js";
import type { PushStage } from "../carryOut.js";
import type { RunOptions } from "../run.js";

const STAGES: Readonly<Record<PushStage, string>> = {
  checking: "Checking…",
  reviewing: "Waiting for your review…",
  comparing: "Close the comparison to go on.",
  sending: "Pushing…",
  verifying: "The answer was lost. Checking whether the push took effect…",
};

/** Shows how far a push is, with a way to cancel it, while it runs. */
export function followPush<Result>(title: string, { name }: Tenant, push: (options: RunOptions) => Promise<Result>): Promise<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const run = vscode.window.withProgress(options, async (progress, cancellation) => {
    const [before, verifying] = [new AbortController(), new AbortController()];
    let stage: PushStage = "checking";
    cancellation.onCancellationRequested(() => {
      // Once the answer is lost, only the search for what became of it can be given up.
      (stage === "verifying" ? verifying : before).abort();
    });
    return push({
      signal: before.signal,
      stopVerifying: verifying.signal,
      onStage: (next) => {
        stage = next;
        progress.report({ message: STAGES[next] });
      },
      onSearch: ({ pages }) => {
        if (pages > 1) progress.report({ message: `Looking for the connection, page ${pages}…` });
      },
      onWait: (seconds) => {
        progress.report({ message: seconds > 0 ? `${plainText(name)} asks to slow down. Going on in ${seconds} s.` : STAGES[stage] });
      },
    });
  });
  return Promise.resolve(run);
}
