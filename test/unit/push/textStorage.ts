import type { Storage } from "../../../client/core/storage/durableStorage.js";

/** A store that keeps texts, as VS Code's does, and can be read by the next window. */
export class TextStorage implements Storage {
  readonly #texts = new Map<string, string>();
  /** Whether the disk is full. */
  full = false;

  get(key: string): unknown {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  update(key: string, value: unknown): Promise<void> {
    if (this.full) return Promise.reject(new Error("ENOSPC"));
    this.#texts.set(key, JSON.stringify(value));
    return Promise.resolve();
  }

  get everything(): string {
    return [...this.#texts.values()].join("\n");
  }
}
