import { EventEmitter, once } from "node:events";
import { matches, type RecordedRequest, type RequestFilter } from "../http/request-log.js";
import type { Fault, FaultScope } from "./fault.js";

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
