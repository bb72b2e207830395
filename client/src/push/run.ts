import { carryOut, type CarryOutOptions, type DriftChoice, type PushContext } from "./carryOut.js";
import type { Drifted } from "./drift.js";
import type { Outcome } from "./outcome.js";
import type { PushPlan } from "./plan.js";
import { preparePush, type PushRequest } from "./prepare.js";
import type { SearchProgress } from "./readRecord.js";
import { reviewPushes } from "./review.js";
import type { PushesUnderWay } from "./underWay.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** The decisions a person makes about a push. */
export interface PushDecisions {
  /** The record changed since it was remembered for this file, or while it was reviewed. */
  chooseOnDrift(drift: Drifted, record: ConnectionRecord, plan: PushPlan): Promise<DriftChoice>;
  /** Shows what is sent and where, until the signal ends it. @returns whether it may be sent. */
  confirm(plan: PushPlan, follow?: Pick<RunOptions, "signal" | "onStage">): Promise<boolean>;
}

/** How a push is followed and ended. */
export interface RunOptions extends Omit<CarryOutOptions, "chooseOnDrift"> {
  /** Told while the record is looked for. */
  readonly onSearch?: ((progress: SearchProgress) => void) | undefined;
}

/**
 * A whole push: check, choose where the record has changed, review, send, verify.
 * One is under way for each connection at most. It stays with the tenant it was
 * started for, and what was reviewed is what is sent.
 * @returns how it ended. Rejects only where a decision does; then nothing was sent.
 */
export async function runPush(
  request: PushRequest,
  decisions: PushDecisions,
  context: PushContext & { readonly underWay: PushesUnderWay },
  options: RunOptions = {},
): Promise<Outcome> {
  const outcome = await context.underWay.run(request.tenant.origin, request.id, () =>
    run(request, decisions, context, options),
  );
  return outcome ?? { kind: "busy" };
}

async function run(
  request: PushRequest,
  decisions: PushDecisions,
  context: PushContext,
  options: RunOptions,
): Promise<Outcome> {
  const { signal, onWait, onSearch, onStage } = options;
  onStage?.("checking");
  const prepared = await preparePush(request, { signal, onWait, onProgress: onSearch, limit: context.pageLimit });
  if (prepared.kind !== "prepared") return prepared;
  const { plan, drift } = prepared;
  onStage?.("reviewing");
  if (drift.kind === "changed" && plan.target.record) {
    const choice = await decisions.chooseOnDrift(drift, plan.target.record, plan);
    if (choice === "compare") return { kind: "compare", views: plan.views };
    if (choice === "cancel") return { kind: "cancelled" };
  }
  if (isAborted(signal)) return { kind: "cancelled" };
  const [confirmed] = await reviewPushes([prepared], async (plans) =>
    (await decisions.confirm(plan, { signal, onStage })) ? plans : [],
  );
  if (!confirmed || isAborted(signal)) return { kind: "cancelled" };
  return carryOut(confirmed, context, {
    ...options,
    chooseOnDrift: (changed, record) => decisions.chooseOnDrift(changed, record, plan),
  });
}

/** Asked anew each time: decisions take minutes. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
