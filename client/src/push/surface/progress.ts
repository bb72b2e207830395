import * as l10n from "@vscode/l10n";
import { followed } from "../../followed.js";
import { inARow } from "../../locale.js";
import { slowDownOr } from "../../service/sentences/slowDown.js";
import type { Tenant } from "../../tenants/tenant.js";
import type { PushStage } from "../carryOut.js";
import { inTwoParts } from "../inTwoParts.js";
import { noUsableAnswer } from "../outcomeSentence.js";
import type { RunOptions } from "../run.js";

const STAGES: Readonly<Record<PushStage, () => string>> = {
  checking: () => l10n.t("Checking…"),
  reviewing: () => l10n.t("Waiting for your review…"),
  comparing: () => l10n.t("Close the comparison to go on."),
  sending: () => l10n.t("Pushing…"),
  verifying: () => l10n.t("Checking whether the push took effect…"),
};

/**
 * Shows how far a push is, with a way to cancel it, while it runs. Once the
 * answer is lost or was not waited for, what can be cancelled is the search for
 * what became of it.
 */
export function followPush<Result>(
  title: string,
  { name }: Tenant,
  push: (options: RunOptions) => Promise<Result>,
): Promise<Result> {
  return inTwoParts(followed, title, ({ report, first, second, beginSecond }) => {
    let words = STAGES.checking();
    return push({
      signal: first,
      stopVerifying: second,
      onStage: (next, cause) => {
        words = next === "verifying" ? inARow(noUsableAnswer(cause, name), STAGES.verifying()) : STAGES[next]();
        report({ message: words });
        if (next === "verifying") beginSecond();
      },
      onSearch: ({ pages }) => {
        if (pages > 1) report({ message: l10n.t("Looking for the connection, page {0}…", pages) });
      },
      onWait: (seconds) => {
        report({ message: slowDownOr(words, name, seconds) });
      },
    });
  });
}
