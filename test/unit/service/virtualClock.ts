import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../client/core/service/calls/wait.js";

/** Time that passes only once everything that can run has run, and then up to the next moment someone waits for. */
export class VirtualClock implements Clock {
  #now = 0;
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => () => {
        this.#alarms.delete(alarm);
        signal?.removeEventListener("abort", abort);
        end();
      };
      const alarm = { at: this.#now + milliseconds, ring: settle(resolve) };
      const abort = settle(() => {
        reject(new Error("aborted"));
      });
      this.#alarms.add(alarm);
      signal?.addEventListener("abort", abort);
      if (signal?.aborted) abort();
    });
  }

  random(): number {
    return 0.5;
  }

  /** Lets everything run that waits for nothing. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }

  /** Lets time pass until a moment, or until no one waits any more. */
  async pass(until = Infinity): Promise<void> {
    for (;;) {
      await this.settle();
      const next = Math.min(...[...this.#alarms].map(({ at }) => at));
      if (next > until || next === Infinity) break;
      this.#now = Math.max(this.#now, next);
      for (const alarm of this.#alarms) if (alarm.at <= this.#now) alarm.ring();
    }
    if (until < Infinity) this.#now = until;
  }
}
