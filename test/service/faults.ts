import { EventEmitter, once } from "node:events";
import { type Answer, isReply, matches, type RecordedRequest, type RequestFilter, textReply } from "./messages.js";
import { answerAsDocumented, type ApiParts, errorReply } from "./operations.js";
import type { Change } from "./store.js";

/** Before the operation has run, or after it has and whatever it changed is changed. */
type Moment = "before" | "after";

/** Something that goes wrong with one request. All of it is data, so it can be asked for over the wire. */
export type Fault =
  /** The service waits until the hold with this name is released. */
  | { readonly kind: "hold"; readonly name: string; readonly when?: Moment }
  /** The connection is reset (RST), closed (FIN) or left open, without a reply. */
  | { readonly kind: "silence"; readonly how: "reset" | "close" | "hang"; readonly when: Moment }
  /**
   * Another reply than the operation's: 5xx, 429, HTML with 200, JSON of the
   * wrong types, a redirect. Without `body` it is an error body. Unless `applied`, the operation doesn't run.
   */
  | {
      readonly kind: "reply";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly applied?: boolean;
    }
  /** The reply has further headers. */
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  /**
   * The reply's body ends after half of it: `framed`, with a Content-Length that agrees, or `cut`, with the connection
   * closed in the middle of it.
   */
  | { readonly kind: "truncate"; readonly how: "framed" | "cut" }
  /** The reply comes one byte at a time, by default one each second. */
  | { readonly kind: "slow-body"; readonly everyMilliseconds?: number }
  /** Just before or after the operation, someone else changes a connection, by default the one an update is for. */
  | { readonly kind: "change"; readonly change: Change; readonly id?: string; readonly when: Moment }
  /** Just before the operation, connections appear at the head of the list, or the first ones go: pages shift. */
  | { readonly kind: "shift"; readonly insert?: number; readonly remove?: number };

/** Which requests faults apply to. */
export interface FaultScope extends RequestFilter {
  /** How many matching requests; 1 if not given. */
  readonly times?: number | "always" | undefined;
  /** How many matching requests are spared first; 0 if not given. */
  readonly skip?: number | undefined;
}

/** The faults still to come. Each request meets those of the first entry that applies to it, and no other. */
export class FaultQueue {
  #pending: { readonly faults: readonly Fault[]; readonly filter: RequestFilter; skip: number; times: number }[] = [];
  readonly #held = new Set<string>();
  readonly #changes = new EventEmitter().setMaxListeners(0);

  /** Lets faults happen to the next requests within the scope; several happen to the same request, in their order. */
  add(faults: Fault | readonly Fault[], { times = 1, skip = 0, ...filter }: FaultScope = {}): void {
    this.#pending.push({ faults: [faults].flat(), filter, skip, times: times === "always" ? Infinity : times });
  }

  /** Forgets the faults still to come, and lets held requests go on. */
  clear(): void {
    this.#pending = [];
    for (const name of this.#held) this.release(name);
  }

  /** Takes the faults for a request out of the queue. */
  take(request: RecordedRequest): readonly Fault[] {
    for (const entry of this.#pending) {
      if (!matches(request, entry.filter)) continue;
      if (entry.skip > 0) {
        entry.skip--;
        continue;
      }
      entry.times--;
      if (entry.times <= 0) this.#pending = this.#pending.filter((other) => other !== entry);
      return entry.faults;
    }
    return [];
  }

  /** Resolves when the hold with this name is released, or the signal says that no one waits any more. */
  async hold(name: string, signal: AbortSignal): Promise<void> {
    this.#held.add(name);
    this.#changes.emit("held");
    await once(this.#changes, `released ${name}`, { signal }).catch(() => undefined);
  }

  /** Waits until a request is held under this name. */
  async held(name: string): Promise<void> {
    while (!this.#held.has(name)) await once(this.#changes, "held");
  }

  /** Lets the requests held under this name go on. */
  release(name: string): void {
    this.#held.delete(name);
    this.#changes.emit(`released ${name}`);
  }
}

/**
 * Answers a request with the faults that wait for it: those of the moment
 * before, then the operation unless one of them answered, then those after.
 * @param signal tells when the client is gone.
 */
export async function answerWithFaults(
  request: RecordedRequest,
  parts: ApiParts & { readonly queue: FaultQueue },
  signal: AbortSignal,
): Promise<Answer> {
  const { queue, store } = parts;
  const faults = queue.take(request);
  /** What faults do beside the answer, each at its moment. */
  const happen = async (fault: Fault, moment: Moment) => {
    if ((("when" in fault && fault.when) || "before") !== moment) return;
    if (fault.kind === "hold") await queue.hold(fault.name, signal);
    else if (fault.kind === "change") store.change(fault.id ?? request.id ?? "", fault.change);
    else if (fault.kind === "shift") {
      for (let i = 0; i < (fault.insert ?? 0); i++) store.insert();
      for (let i = 0; i < (fault.remove ?? 0); i++) store.remove(store.idAt(0));
    }
  };
  let answer: Answer | undefined;
  for (const fault of faults) {
    await happen(fault, "before");
    answer ??= answerInstead(fault, "before");
  }
  answer ??= await answerAsDocumented(request, parts);
  for (const fault of faults) {
    await happen(fault, "after");
    answer = answerInstead(fault, "after") ?? distort(fault, answer);
  }
  return answer;
}

/** The answer a fault gives in place of the operation's: before, it doesn't run; after, it has. */
function answerInstead(fault: Fault, moment: Moment): Answer | undefined {
  if (fault.kind === "silence") return fault.when === moment ? fault.how : undefined;
  if (fault.kind !== "reply" || (fault.applied === true) !== (moment === "after")) return undefined;
  const { status, body, headers = {} } = fault;
  if (body !== undefined) return textReply(status, body, headers);
  return errorReply({ status, message: "The service cannot do this now.", headers });
}

/** What a fault makes of the answer. */
function distort(fault: Fault, answer: Answer): Answer {
  if (!isReply(answer)) return answer;
  const { headers, body } = answer;
  switch (fault.kind) {
    case "headers":
      return { ...answer, headers: { ...headers, ...fault.headers } };
    case "truncate":
      return {
        ...answer,
        body: body.subarray(0, Math.floor(body.length / 2)),
        announcedLength: fault.how === "cut" ? body.length : undefined,
      };
    case "slow-body":
      return { ...answer, everyMilliseconds: fault.everyMilliseconds ?? 1000 };
    default:
      return answer;
  }
}
