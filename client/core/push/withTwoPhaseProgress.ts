/** Shows a piece of work in a notification until it is over or cancelled, as `withCancellableProgress` does. */
export type ShowProgress = <Result>(
  title: string,
  work: (report: Report, cancelled: AbortSignal) => Promise<Result>,
) => Promise<Result>;

type Report = (step: { readonly message?: string; readonly increment?: number }) => void;

/** What work in two phases reports to, and what ends it. */
export interface TwoPhases {
  readonly report: Report;
  /** Ends the first phase. */
  readonly first: AbortSignal;
  /** Ends the second phase. */
  readonly second: AbortSignal;
  /** To be called when the second phase begins. Any further call does nothing. */
  readonly beginSecond: () => void;
}

/**
 * Shows the progress of work of which something is left to do after it was cancelled: what was
 * sent cannot be called back, only found out about. A notification goes when it
 * is cancelled, so what is left is shown in another one, to be cancelled too.
 * @returns when the work is over and nothing of it is shown.
 */
export async function withTwoPhaseProgress<Result>(
  show: ShowProgress,
  title: string,
  work: (parts: TwoPhases) => Promise<Result>,
): Promise<Result> {
  const [first, second] = [new AbortController(), new AbortController()];
  let begun = false;
  let last: Parameters<Report>[0] = {};
  let update: Report = () => undefined;
  let shownAgain: Promise<void> | undefined;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const showAgain = () => {
    shownAgain ??= show(title, (report, cancelled) => {
      update = report;
      report(last);
      cancelled.addEventListener("abort", () => {
        second.abort();
      });
      return over;
    });
  };
  const parts: TwoPhases = {
    first: first.signal,
    second: second.signal,
    report: (step) => {
      last = { ...(step.message !== undefined && { message: step.message }) };
      update(step);
    },
    beginSecond: () => {
      begun = true;
      if (first.signal.aborted) showAgain();
    },
  };
  try {
    return await show(title, (report, cancelled) => {
      update = report;
      cancelled.addEventListener("abort", () => {
        (begun ? second : first).abort();
      });
      return work(parts).finally(end);
    });
  } finally {
    await shownAgain;
  }
}
