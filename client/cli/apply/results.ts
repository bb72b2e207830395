import { countsAs, messageFor, describeOutcome } from "../../core/push/outcomes.js";
import type { Outcome } from "../../core/push/outcome.js";
import { resultOf, type PushResult, type PushResults } from "../../core/push/run.js";
import { EXITS, mostSerious, type Exit } from "../exits.js";
import type { SetupFile } from "../files/readFiles.js";
import { PROXY_SETTING, proxyReason, reasonsFor } from "../plan/reasons.js";

/** How the update of a file ended, as it is told. */
export interface FileOutcome {
  /** The file's path below the root. */
  readonly file: string;
  readonly tenant: string;
  readonly id: string;
  readonly outcome: Outcome["kind"];
  /** Whether it took effect: `success`, `failure`, or `open` where nobody knows. */
  readonly counts: "success" | "failure" | "open";
  /** What happened and what it means: whole sentences. */
  readonly text: string;
}

/** Waits for what was not settled at first, and puts it in its place. What the end of the run left unsettled is not known. */
export async function settled({ results, later }: PushResults): Promise<readonly PushResult[]> {
  const after = (await later) ?? [];
  return results.map((result) => {
    const settledLater = after.find(({ entry }) => entry && entry.push === result.entry?.push);
    if (settledLater || result.outcome.kind !== "pending") return settledLater ?? result;
    return resultOf(result, { kind: "unknown", why: "stopped", cause: result.outcome.cause });
  });
}

/** An outcome in words. A name that was sent is not among them. @param files which know how they are shown. */
export function fileOutcome(
  { subject, outcome, entry }: Pick<PushResult, "subject" | "outcome" | "entry">,
  files: readonly Pick<SetupFile, "uri" | "shown">[],
): FileOutcome {
  const { tenantName, id, origin, file } = subject;
  const counts = countsAs(outcome);
  return {
    file: files.find(({ uri }) => uri === file)?.shown ?? file,
    tenant: new URL(origin).host,
    id,
    outcome: outcome.kind,
    counts: counts === "stopped" ? "failure" : counts,
    // A request that was turned away is waited with, which can be cancelled too.
    text: outcome.kind === "cancelled" && entry ? "The update was not applied." : textOf(outcome, tenantName, id),
  };
}

function textOf(outcome: Outcome, tenant: string, id: string): string {
  switch (outcome.kind) {
    case "unresolved":
      return reasonsFor(outcome, tenant, id).join(" ");
    case "drifted":
      return "The connection was changed on the service since the plan was made. Nothing was sent.";
    case "cancelled":
      return "Nothing was sent.";
    case "done":
      return outcome.record.ready ? "Applied. The connection is ready." : "Applied. The connection is not ready.";
    default:
      return (
        proxyReason(outcome) ??
        (messageFor(outcome, { tenant, connection: id, now: Date.now(), proxySetting: PROXY_SETTING }).text ||
          describeOutcome(outcome.kind))
      );
  }
}

/** The code that outcomes come to. */
export function exitFor(outcomes: readonly Pick<FileOutcome, "counts">[]): Exit {
  const exits = { success: EXITS.done, failure: EXITS.failed, open: EXITS.unknown };
  return mostSerious(outcomes.map(({ counts }) => exits[counts]));
}
