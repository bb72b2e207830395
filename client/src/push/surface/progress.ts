import * as l10n from "@vscode/l10n";
import { followed } from "../../followed.js";
import { inARow } from "../../locale.js";
import { slowDown } from "../../service/slowDown.js";
import type { Tenant } from "../../tenants/tenant.js";
import type { PushStage } from "../carryOut.js";
import { noUsableAnswer } from "../outcomeSentence.js";
import type { RunOptions } from "../run.js";

const STAGES: Readonly<Record<PushStage, () => string>> = {
  checking: () => l10n.t("Checking…"),
  reviewing: () => l10n.t("Waiting for your review…"),
  comparing: () => l10n.t("Close the comparison to go on."),
  sending: () => l10n.t("Pushing…"),
  verifying: () => l10n.t("Checking whether the push took effect…"),
};

/** Shows how far a push is, with a way to cancel it, while it runs. */
export function followPush<Result>(title: string, { name }: Tenant, push: (options: RunOptions) => Promise<Result>): Promise<Result> {
  return followed(title, (report, cancelled) => {
    const [before, verifying] = [new AbortController(), new AbortController()];
    let stage: PushStage = "checking";
    let words = STAGES.checking();
    cancelled.addEventListener("abort", () => {
      // Once the answer is lost, only the search for what became of it can be given up.
      (stage === "verifying" ? verifying : before).abort();
    });
    return push({
      signal: before.signal,
      stopVerifying: verifying.signal,
      onStage: (next, cause) => {
        stage = next;
        words = next === "verifying" ? inARow(noUsableAnswer(cause, name), STAGES.verifying()) : STAGES[next]();
        report({ message: words });
      },
      onSearch: ({ pages }) => {
        if (pages > 1) report({ message: l10n.t("Looking for the connection, page {0}…", pages) });
      },
      onWait: (seconds) => {
        report({ message: seconds > 0 ? slowDown(name, seconds) : words });
      },
    });
  });
}
