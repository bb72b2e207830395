import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";

/** VS Code shows a progress notification at least this long, including the time to close it, in milliseconds. */
const MIN_SHOWN_MS = 900;

/** `increment` is in percent. */
export type Report = (step: { readonly message?: string; readonly increment?: number }) => void;

/** @returns after the notification is gone, so that the next message doesn't appear beside "Pushing…". */
export async function withCancellableProgress<Result>(
  title: string,
  work: (report: Report, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const begun = performance.now();
  try {
    return await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, cancellation) =>
        work((step) => {
          progress.report(step);
        }, signalFor(cancellation)),
    );
  } finally {
    await sleep(Math.max(0, begun + MIN_SHOWN_MS - performance.now()));
  }
}

/** Returns a signal that aborts on cancellation. */
export function signalFor(cancellation: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  cancellation.onCancellationRequested(() => {
    abort.abort();
  });
  return abort.signal;
}
