import type { PreparedPush } from "./prepare.js";
import type { PushPlan } from "./plan.js";

declare const confirmed: unique symbol;

/** A push a person has said yes to. `reviewPushes` is the only one to make it, and only such a push can be sent. */
export type ConfirmedPush = PreparedPush & { readonly [confirmed]: true };

/** Shows plans to a person and returns those that may be sent: all, some or none. */
export type Ask = (plans: readonly PushPlan[]) => Promise<readonly PushPlan[]>;

/** Lets a person decide about pushes, all in one review. */
export async function reviewPushes(pushes: readonly PreparedPush[], ask: Ask): Promise<readonly ConfirmedPush[]> {
  if (pushes.length === 0) return [];
  const agreed = new Set(await ask(pushes.map(({ plan }) => plan)));
  return pushes.filter((push): push is ConfirmedPush => agreed.has(push.plan));
}
