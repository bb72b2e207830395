/** So long after the last message nobody seems to be at work, in milliseconds. */
const REST_MS = 3000;
/** By how much the heap has to have grown for its return to be worth a pause of some hundredths of a second, in bytes. */
const WORTH_RETURNING = 8 * 2 ** 20;

/** What V8 holds, and a way to have it return what nobody uses. */
export interface Heap {
  /** In bytes. */
  size(): number;
  /** Resolves when it has; rejects where this Node cannot. */
  shrink(): Promise<void>;
}

/**
 * Returns memory once no message has come for a while. Of itself V8 keeps what it has taken at some time: after edits of
 * a text of 1 MB some 200 MB, of which 30 are in use.
 */
export class MemoryAtRest {
  readonly #heap: Heap;
  readonly #timer: NodeJS.Timeout;
  #settled: number;

  constructor(heap: Heap = ownHeap) {
    this.#heap = heap;
    this.#settled = heap.size();
    this.#timer = setTimeout(() => {
      this.#rest();
    }, REST_MS).unref();
  }

  /** A message has come. */
  disturb(): void {
    this.#timer.refresh();
  }

  #rest(): void {
    if (this.#heap.size() - this.#settled < WORTH_RETURNING) return;
    this.#heap
      .shrink()
      .catch(() => undefined)
      .finally(() => {
        this.#settled = this.#heap.size();
      });
  }
}

/** Of what Node offers, only the inspector's way of collecting garbage makes room for new objects smaller, too. */
const ownHeap: Heap = {
  size: () => process.memoryUsage().heapTotal,
  shrink: async () => {
    const { Session } = await import("node:inspector/promises");
    const session = new Session();
    session.connect();
    try {
      await session.post("HeapProfiler.collectGarbage");
    } finally {
      session.disconnect();
    }
  },
};
