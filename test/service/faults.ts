import { EventEmitter, once } from "node:events";
import type { Change } from "./store.js";
import {
  type RequestFilter,
  matches,
  type RecordedRequest,
  isReply,
  textReply,
  type Answer,
  type Reply,
} from "./messages.js";
import { answerAsDocumented, type ApiParts, errorReply } from "./operations.js";

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
   * The reply's body ends early, after `bytes` or half of it: `framed`, with a
   * Content-Length that agrees, or `cut`, with the connection closed in the middle of it.
   */
  | { readonly kind: "truncate"; readonly how: "framed" | "cut"; readonly bytes?: number }
  /** The reply comes one byte at a time, by default one each second. */
  | { readonly kind: "slow-body"; readonly everyMilliseconds?: number }
  /** Just before or after the operation, someone else changes a connection, by default the one an update is for. */
  | { readonly kind: "change"; readonly change: Change; readonly id?: string; readonly when: Moment }
  /** Just before or after the operation, connections appear at the head of the list, or the first ones go: pages shift. */
  | { readonly kind: "shift"; readonly insert?: number; readonly remove?: number; readonly when?: Moment };

/** Which requests faults apply to. */
export interface FaultScope extends RequestFilter {
  /** How many matching requests; 1 if not given. */
  readonly times?: number | "always" | undefined;
  /** How many matching requests are spared first; 0 if not given. */
  readonly skip?: number | undefined;
}

/** Faults that wait for their requests. */
interface Pending {
  readonly faults: readonly Fault[];
  readonly filter: RequestFilter;
  skip: number;
  times: number;
}

/** The faults still to come. Each request meets those of the first entry that applies to it, and no other. */
export class FaultQueue {
  #pending: Pending[] = [];
  readonly #holds = new Map<string, readonly AbortController[]>();
  readonly #held = new EventEmitter();

  /** Lets faults happen to the next requests within the scope; several happen to the same request, in their order. */
  add(faults: Fault | readonly Fault[], { times = 1, skip = 0, ...filter }: FaultScope = {}): void {
    this.#pending.push({ faults: [faults].flat(), filter, skip, times: times === "always" ? Infinity : times });
  }

  /** Forgets the faults still to come, and lets held requests go on. */
  clear(): void {
    this.#pending = [];
    for (const name of [...this.#holds.keys()]) this.release(name);
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
    const end = new AbortController();
    this.#holds.set(name, [...(this.#holds.get(name) ?? []), end]);
    this.#held.emit("held");
    await once(AbortSignal.any([end.signal, signal]), "abort");
  }

  /** Waits until a request is held under this name. */
  async held(name: string): Promise<void> {
    while (!this.#holds.has(name)) await once(this.#held, "held");
  }

  /** Lets the requests held under this name go on. */
  release(name: string): void {
    const held = this.#holds.get(name) ?? [];
    this.#holds.delete(name);
    for (const end of held) end.abort();
  }
}

/** What faults work on. */
interface FaultParts extends ApiParts {
  readonly queue: FaultQueue;
}

const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Answers a request with the faults that wait for it: those of the moment
 * before, then the operation unless one of them answered, then those after.
 * @param signal tells when the client is gone.
 */
export async function answerWithFaults(
  request: RecordedRequest,
  parts: FaultParts,
  signal: AbortSignal,
): Promise<Answer> {
  const faults = parts.queue.take(request);
  let answer: Answer | undefined;
  for (const fault of faults) {
    await happen(fault, "before", request, parts, signal);
    answer ??= answerInstead(fault);
  }
  answer ??= await answerAsDocumented(request, parts);
  for (const fault of faults) {
    await happen(fault, "after", request, parts, signal);
    answer = distort(fault, answer);
  }
  return answer;
}

/** What a fault does beside the answer, if this is its moment. */
async function happen(
  fault: Fault,
  moment: Moment,
  request: RecordedRequest,
  { store, queue }: FaultParts,
  signal: AbortSignal,
): Promise<void> {
  if (!("when" in fault ? (fault.when ?? "before") === moment : moment === "before")) return;
  switch (fault.kind) {
    case "hold":
      await queue.hold(fault.name, signal);
      break;
    case "change":
      store.change(fault.id ?? request.id ?? "", fault.change);
      break;
    case "shift":
      for (let i = 0; i < (fault.insert ?? 0); i++) store.insert();
      for (let i = 0; i < (fault.remove ?? 0); i++) store.remove(store.idAt(0));
      break;
    default:
      break;
  }
}

/** The answer a fault gives in place of the operation's, which then doesn't run. */
function answerInstead(fault: Fault): Answer | undefined {
  if (fault.kind === "silence" && fault.when === "before") return fault.how;
  if (fault.kind === "reply" && fault.applied !== true) return otherReply(fault);
  return undefined;
}

/** What a fault makes of the answer. */
function distort(fault: Fault, answer: Answer): Answer {
  if (fault.kind === "silence" && fault.when === "after") return fault.how;
  if (fault.kind === "reply" && fault.applied === true) return otherReply(fault);
  if (!isReply(answer)) return answer;
  switch (fault.kind) {
    case "headers":
      return { ...answer, headers: { ...answer.headers, ...fault.headers } };
    case "truncate": {
      const { length } = answer.body;
      const body = answer.body.subarray(0, fault.bytes ?? Math.floor(length / 2));
      return { ...answer, body, announcedLength: fault.how === "cut" ? length : undefined };
    }
    case "slow-body":
      return { ...answer, everyMilliseconds: fault.everyMilliseconds ?? 1000 };
    default:
      return answer;
  }
}

function otherReply({ status, body, headers = {} }: Fault & { readonly kind: "reply" }): Reply {
  if (body !== undefined) return textReply(status, JSON_TYPE, body, headers);
  return errorReply({ status, message: "The service cannot do this now.", headers });
}
