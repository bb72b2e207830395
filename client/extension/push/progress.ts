import * as l10n from "@vscode/l10n";
import { type Report, withCancellableProgress } from "../ui/withCancellableProgress.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { describeProvider } from "../secrets/secretProviders.js";
import { unlessRateLimited } from "../../core/service/errorTable.js";
import type { PushOptions, PushProgress, PushStage } from "../../core/push/context.js";
import { noUsableAnswer } from "../../core/push/outcomes.js";

const STAGES: Readonly<Record<PushStage, () => string>> = {
  checking: () => l10n.t("Checking…"),
  reviewing: () => l10n.t("Waiting for your review…"),
  comparing: () => l10n.t("Close the comparison to continue."),
  sending: () => l10n.t("Pushing…"),
  verifying: () => l10n.t("Checking whether the push was applied…"),
};

/**
 * Shows the progress of pushes with a cancel button. A sent update can't be taken back, so canceling then stops
 * verification instead. With several pushes, the first cancel stops those that weren't sent, and the second stops
 * verification. A canceled notification disappears, so verification shows another one.
 * @param tenant the name of the tenant; undefined for several pushes.
 * @returns once the work has ended and its notifications are gone.
 */
export async function showPushProgress<Result>(
  title: string,
  tenant: string | undefined,
  work: (options: PushOptions) => Promise<Result>,
): Promise<Result> {
  const [pushing, searching] = [new AbortController(), new AbortController()];
  let isVerifying = false;
  let stage = STAGES.checking();
  let message: string | undefined;
  let report: Report = () => undefined;
  const say = (text: string) => {
    message = text;
    report({ message });
  };
  const onlySearches = () => isVerifying && (tenant !== undefined || pushing.signal.aborted);
  const show = <Outcome>(run: () => Promise<Outcome>): Promise<Outcome> =>
    withCancellableProgress(title, (shown, cancelled) => {
      report = shown;
      if (message !== undefined) report({ message });
      cancelled.addEventListener("abort", () => {
        (onlySearches() ? searching : pushing).abort();
        goOnSearching();
      });
      return run();
    });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let shownAgain: Promise<void> | undefined;
  const goOnSearching = () => {
    if (!pushing.signal.aborted || !onlySearches()) return;
    if (tenant === undefined) stage = l10n.t("Checking which pushes were applied…");
    say(stage);
    shownAgain ??= show(() => ended);
  };
  const options: PushOptions = {
    signal: pushing.signal,
    stopVerifying: searching.signal,
    onProgress: (progress) => {
      isVerifying ||= progress.stage === "verifying";
      stage = tenant === undefined ? describeMany(progress) : describeOne(progress, tenant);
      say(stage);
      goOnSearching();
    },
    onSearch: (pages) => {
      if (pages > 1 && tenant !== undefined) say(l10n.t("Looking for the connection, page {0}…", pages));
    },
    onProvider: (about) => {
      say(describeProvider(about));
    },
    onWait: (seconds, name) => {
      say(unlessRateLimited(stage, name, seconds));
    },
  };
  try {
    return await show(() => work(options).finally(end));
  } finally {
    await shownAgain;
  }
}

function describeOne({ stage, cause }: PushProgress, tenant: string): string {
  return stage === "verifying" ? joinSentences(noUsableAnswer(cause, tenant), STAGES.verifying()) : STAGES[stage]();
}

function describeMany({ stage, ended, failed, total }: PushProgress): string {
  const [now, all] = [formatNumber(ended), formatNumber(total)];
  if (stage === "checking") return l10n.t("Checking {0} of {1}", now, all);
  if (stage === "reviewing" || stage === "comparing") return STAGES[stage]();
  return failed > 0
    ? l10n.t("Pushing {0} of {1} ({2} failed)", now, all, formatNumber(failed))
    : l10n.t("Pushing {0} of {1}", now, all);
}
