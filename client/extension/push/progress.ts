import * as l10n from "@vscode/l10n";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { describeProvider } from "../editor/secretProviders.js";
import { unlessRateLimited } from "../../core/service/errorTable.js";
import { noUsableAnswer } from "../../core/push/outcomes.js";
import type { PushOptions, PushProgress, PushStage } from "../../core/push/run.js";

const STAGES: Readonly<Record<PushStage, () => string>> = {
  checking: () => l10n.t("Checking…"),
  reviewing: () => l10n.t("Waiting for your review…"),
  comparing: () => l10n.t("Close the comparison to continue."),
  sending: () => l10n.t("Pushing…"),
  verifying: () => l10n.t("Checking whether the push was applied…"),
};

/**
 * Shows how far pushes are, with a way to cancel them. Once answers are lost or weren't waited for, what can be
 * cancelled is the search for the outcome: of many, only after those that are still to be sent.
 * @param tenant the name of the tenant; undefined for many pushes.
 */
export function showPushProgress<Result>(
  title: string,
  tenant: string | undefined,
  work: (options: PushOptions) => Promise<Result>,
): Promise<Result> {
  return withTwoPhaseProgress(withCancellableProgress, title, ({ report, first, second, beginSecond }) => {
    let words = STAGES.checking();
    let verifying = false;
    const say = (message: string) => {
      words = message;
      report({ message });
    };
    const verifyOnly = () => {
      if (!verifying || (tenant === undefined && !first.aborted)) return false;
      beginSecond();
      return true;
    };
    first.addEventListener("abort", () => {
      if (verifyOnly()) say(l10n.t("Checking which pushes were applied…"));
    });
    return work({
      signal: first,
      stopVerifying: second,
      onProgress: (progress) => {
        verifying ||= progress.stage === "verifying";
        const alone = verifyOnly();
        if (tenant !== undefined) say(describeOne(progress, tenant));
        else say(alone ? l10n.t("Checking which pushes were applied…") : describeMany(progress));
      },
      onSearch: ({ pages }) => {
        if (pages > 1 && tenant !== undefined)
          report({ message: l10n.t("Looking for the connection, page {0}…", pages) });
      },
      onProvider: (about) => {
        report({ message: describeProvider(about) });
      },
      onWait: (seconds, name) => {
        report({ message: unlessRateLimited(words, name, seconds) });
      },
    });
  });
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

export type ShowProgress = <Result>(
  title: string,
  work: (report: Report, cancelled: AbortSignal) => Promise<Result>,
) => Promise<Result>;

type Report = (step: { readonly message?: string }) => void;

export interface TwoPhases {
  readonly report: Report;
  readonly first: AbortSignal;
  readonly second: AbortSignal;
  /** To be called when the second phase begins. Any further call does nothing. */
  readonly beginSecond: () => void;
}

/**
 * Shows the progress of work of which something is left to do after it was cancelled: what was sent can't be called
 * back, only found out about. A notification goes when it is cancelled, so what is left is shown in another one, to be
 * cancelled too.
 * @returns when the work is over and nothing of it is shown.
 */
export async function withTwoPhaseProgress<Result>(
  show: ShowProgress,
  title: string,
  work: (parts: TwoPhases) => Promise<Result>,
): Promise<Result> {
  const [first, second] = [new AbortController(), new AbortController()];
  let phase = first;
  let last: Parameters<Report>[0] | undefined;
  let update: Report = () => undefined;
  const showWhile = <Shown>(run: () => Promise<Shown>): Promise<Shown> =>
    show(title, (report, cancelled) => {
      update = report;
      if (last) report(last);
      cancelled.addEventListener("abort", () => {
        phase.abort();
      });
      return run();
    });
  let shownAgain: Promise<void> | undefined;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const parts: TwoPhases = {
    first: first.signal,
    second: second.signal,
    report: (step) => {
      last = step;
      update(step);
    },
    beginSecond: () => {
      phase = second;
      if (first.signal.aborted) shownAgain ??= showWhile(() => over);
    },
  };
  try {
    return await showWhile(() => work(parts).finally(end));
  } finally {
    await shownAgain;
  }
}
