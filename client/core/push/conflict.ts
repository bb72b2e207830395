import { keyOf } from "./activePushes.js";
import type { CheckedPush } from "./check.js";
import type { Drifted } from "./drift.js";
import type { PushRequest } from "./request.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** Something about pushes that only a person can decide. */
export type Conflict =
  /** Several files are for one connection: whichever came last would win, so one has to be chosen. */
  | { readonly kind: "sameTarget"; readonly requests: readonly PushRequest[] }
  /** The record changed since it was remembered for the file, or while it was reviewed. */
  | {
      readonly kind: "drifted";
      readonly push: CheckedPush;
      readonly drift: Drifted;
      /** The record as it is now. */
      readonly record: ConnectionRecord;
    };

/** What a person decides about a conflict. */
export type Choice =
  /** Push this one; what else the conflict is about is left alone. */
  | { readonly kind: "push"; readonly request: PushRequest }
  | { readonly kind: "leave" }
  /** Show the record beside the file instead. */
  | { readonly kind: "compare" }
  /** End all that has not been sent. */
  | { readonly kind: "cancel" };

/** A record that is not what it was. */
export type DriftConflict = Extract<Conflict, { readonly kind: "drifted" }>;

/** Several files for one connection. */
export type TargetConflict = Extract<Conflict, { readonly kind: "sameTarget" }>;

/** The connections that more than one of the files is for, each with those files. */
export function conflictingTargets(requests: readonly PushRequest[]): readonly TargetConflict[] {
  const groups = new Map<string, PushRequest[]>();
  for (const request of requests) groups.set(keyOf(request), [...(groups.get(keyOf(request)) ?? []), request]);
  return [...groups.values()].flatMap((group) => (group.length > 1 ? [{ kind: "sameTarget", requests: group }] : []));
}

/** A record that is not what was remembered of it; undefined where it is. */
export function driftOf(push: CheckedPush): DriftConflict | undefined {
  const { drift, plan } = push;
  return drift.kind === "changed" && plan.record ? { kind: "drifted", push, drift, record: plan.record } : undefined;
}
