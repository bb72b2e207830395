import type { PushActivity } from "../../core/push/state/journal.js";
import type { ValueChanges } from "../../core/secrets/valueDigests.js";
import type { compareRow, Remembered } from "./fileMemory.js";
import type { FileState } from "./states.js";

/** What decides the state of a setup file. */
export interface FileFacts {
  /** What's remembered of the connection that the file is linked to. */
  readonly remembered: Remembered | undefined;
  /** What the journal says of a push whose outcome isn't known yet. */
  readonly activity: PushActivity | undefined;
  readonly isOutcomeUnknown: boolean;
  /** How the connection's row compares with what's remembered; undefined if it isn't loaded. */
  readonly row: ReturnType<typeof compareRow>;
  /**
   * Digests of the file: keyed, and as in the lock file, which doesn't cover files with values. Undefined if it can't be
   * inspected, or the last push used another key.
   */
  readonly written: { readonly digest: string; readonly masked: string | undefined } | undefined;
  /** The digest in the lock file. */
  readonly locked: string | undefined;
  /** Undefined if no push is remembered. */
  readonly values: ValueChanges | undefined;
}

/** Decides by facts alone. What users have to look at first takes precedence. */
export function decideFileState(facts: FileFacts): FileState {
  const { remembered, activity, row, values, written } = facts;
  if (activity !== undefined && activity !== "sending") return { kind: activity, remembered };
  if (facts.isOutcomeUnknown && row !== "gone") return { kind: "unknown", remembered };
  const trouble = row === "same" ? undefined : row;
  if (!values || !remembered) return { kind: trouble ?? "new", remembered };
  const isOwn = written?.digest === remembered.pushed;
  // Someone else may have pushed the same update. The lock file doesn't say with which values.
  const isByOthers = !isOwn && written?.masked !== undefined && written.masked === facts.locked;
  const edited = written !== undefined && !isOwn && !isByOthers;
  const isChanged = edited || values.replaced.length > 0;
  const isAllCompared = written !== undefined && !isByOthers && values.notCompared.length === 0;
  return {
    kind: trouble ?? (isChanged ? "changed" : sinceThePush(remembered, isAllCompared, row === "same")),
    remembered,
    edited,
    values,
  };
}

/** @param isSeen whether the connection's row was loaded, and is as the push left it. */
function sinceThePush({ probably }: Remembered, isCompared: boolean, isSeen: boolean): FileState["kind"] {
  if (probably === true) return "probable";
  if (!isCompared) return "notCompared";
  return isSeen ? "inSync" : "pushed";
}
