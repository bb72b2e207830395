/** The pushes that have not ended yet: one at most for each connection of a tenant. */
export class PushesUnderWay {
  readonly #keys = new Set<string>();

  /**
   * Runs a push unless one to the same connection is under way.
   * @returns what the push returns, or undefined where it did not start.
   */
  async run<Result>(origin: string, id: string, push: () => Promise<Result>): Promise<Result | undefined> {
    const key = `${origin} ${id}`;
    if (this.#keys.has(key)) return undefined;
    this.#keys.add(key);
    try {
      return await push();
    } finally {
      this.#keys.delete(key);
    }
  }
}
