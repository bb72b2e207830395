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
   * Digests of the file: keyed, and as in the lock file, which doesn't cover values in the file. Undefined if it can't be
   * inspected, or the last push used another key.
   */
  readonly written: { readonly digest: string; readonly masked: string; readonly hasValues: boolean } | undefined;
  /** The name in the file, if the connection has had another one since the push, which the next push would undo. */
  readonly otherName: string | undefined;
  /** The digest in the lock file. */
  readonly locked: string | undefined;
  /** The values since the remembered push. */
  readonly values: ValueChanges;
  /** The values since the push that the lock file has. */
  readonly valuesSinceLock: ValueChanges;
}

/**
 * Decides by facts alone. What users have to look at first takes precedence. The lock file counts if no push is
 * remembered, or if someone else pushed the same update.
 */
export function decideFileState(facts: FileFacts): FileState {
  const { remembered, activity, row, written, locked } = facts;
  if (activity !== undefined && activity !== "sending") return { kind: activity, remembered };
  if (facts.isOutcomeUnknown && row !== "gone") return { kind: "unknown", remembered };
  const trouble = row === "same" ? undefined : row;
  const isPushedHere = remembered?.pushed !== undefined;
  if (!isPushedHere && locked === undefined) return { kind: trouble ?? "new", remembered };
  const isOwn = isPushedHere && written?.digest === remembered.pushed;
  // A value in the file may be what was changed since the remembered push.
  const isByOthers = !isOwn && written && written.masked === locked && !(isPushedHere && written.hasValues);
  const isRenamed = facts.otherName !== undefined;
  const edited = isRenamed || (written !== undefined && !isOwn && isByOthers !== true);
  const values = isPushedHere && !isByOthers ? facts.values : facts.valuesSinceLock;
  const isChanged = edited || values.replaced.length > 0;
  const isAllCompared = written && (isOwn || !written.hasValues) && values.notCompared.length === 0;
  const isProbable = !isByOthers && remembered?.probably === true;
  return {
    kind: trouble ?? (isChanged ? "changed" : sinceThePush(isProbable, isAllCompared === true, row === "same")),
    remembered,
    edited,
    ...(isRenamed && { otherName: facts.otherName }),
    values,
  };
}

/** @param isSeen whether the connection's row was loaded, and is as the push left it. */
function sinceThePush(isProbable: boolean, isCompared: boolean, isSeen: boolean): FileState["kind"] {
  if (isProbable) return "probable";
  if (!isCompared) return "notCompared";
  return isSeen ? "inSync" : "pushed";
}
