import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, matches, type RecordedRequest, type RequestFilter } from "./messages.js";
import { answerAsDocumented, type ApiParts, errorReply } from "./operations.js";
import type { ConnectionStore } from "./store.js";

/** Before the operation has run, or after it has and whatever it changed is changed. */
type Moment = "before" | "after";

/** Something that goes wrong with one request. */
export type Fault =
  /** The service waits until the hold with this name is released. */
  | { readonly kind: "hold"; readonly name: string; readonly when?: Moment }
  /** The connection is reset (RST), closed (FIN) or left open, without a reply. */
  | { readonly kind: "silence"; readonly how: "reset" | "close" | "hang"; readonly when: Moment }
  /**
   * Another reply than the operation's: 5xx, 429, HTML with 200, half of the JSON, a redirect. Without `body` it is an
   * error body. Unless `applied`, the operation doesn't run. With a Content-Length among its headers, the connection ends
   * after the body. With `everyMilliseconds`, the body comes one byte at a time, with so long in between.
   */
  | {
      readonly kind: "reply";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly applied?: boolean;
      readonly everyMilliseconds?: number;
    }
  /** Someone else changes something. @param id the connection that an update is for */
  | { readonly kind: "meanwhile"; readonly when: Moment; readonly act: (store: ConnectionStore, id: string) => void };

/** Which requests faults apply to. */
export interface FaultScope extends RequestFilter {
  /** How many matching requests; 1 if not given. */
  readonly times?: number | "always" | undefined;
  /** How many matching requests are spared first; 0 if not given. */
  readonly skip?: number | undefined;
  /** Spares all up to the first request that meets this, and that one. */
  readonly after?: RequestFilter | undefined;
}

/** The faults still to come. Each request meets those of the first entry that applies to it, and no other. */
export class FaultQueue {
  #pending: {
    readonly faults: readonly Fault[];
    readonly filter: RequestFilter;
    after: RequestFilter | undefined;
    skip: number;
    times: number;
  }[] = [];
  readonly #held = new Map<string, AbortController>();

  /** Lets faults happen to the next requests within the scope; several happen to the same request, in their order. */
  add(faults: Fault | readonly Fault[], { times = 1, skip = 0, after, ...filter }: FaultScope = {}): void {
    this.#pending.push({ faults: [faults].flat(), filter, after, skip, times: times === "always" ? Infinity : times });
  }

  /** Forgets the faults still to come, and lets held requests go on. */
  clear(): void {
    this.#pending = [];
    for (const name of this.#held.keys()) this.release(name);
  }

  /** Takes the faults for a request out of the queue. */
  take(request: RecordedRequest): readonly Fault[] {
    const due = this.#pending.filter(({ after }) => !after);
    for (const entry of this.#pending) if (entry.after && matches(request, entry.after)) entry.after = undefined;
    for (const entry of due) {
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

  /** Waits until the hold with this name is released, or the signal says that no one waits any more. */
  async hold(name: string, signal: AbortSignal): Promise<void> {
    // Another request may be held under this name as soon as it's released.
    const released = this.#held.get(name) ?? new AbortController();
    this.#held.set(name, released);
    while (!released.signal.aborted && !signal.aborted) await sleep(5);
  }

  /** Waits until a request is held under this name. */
  async held(name: string): Promise<void> {
    while (!this.#held.has(name)) await sleep(5);
  }

  /** Lets the requests held under this name go on. */
  release(name: string): void {
    this.#held.get(name)?.abort();
    this.#held.delete(name);
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
  const faults = parts.queue.take(request);
  const happen = async (moment: Moment, given?: Answer) => {
    let answer = given;
    for (const fault of faults.filter((one) => momentOf(one) === moment)) {
      if (fault.kind === "hold") await parts.queue.hold(fault.name, signal);
      else if (fault.kind === "meanwhile") fault.act(parts.store, request.id ?? "");
      else if (fault.kind === "silence") answer = fault.how;
      else answer = { ...errorReply(fault.status, "The service cannot do this now."), ...fault };
    }
    return answer;
  };
  const instead = await happen("before");
  const answer = instead ?? (await answerAsDocumented(request, parts));
  return (await happen("after", answer)) ?? answer;
}

function momentOf(fault: Fault): Moment {
  if (fault.kind === "reply") return fault.applied === true ? "after" : "before";
  return fault.when ?? "before";
}
