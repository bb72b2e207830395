import { inspect } from "node:util";

/** Collects the secrets a test uses and every text that could carry one to a user or a file. */
export class Canary {
  #secrets = new Set<string>();
  #texts: string[] = [];

  /** Remembers a secret, for anyone who uses it next. */
  secret(text: string): string {
    this.#secrets.add(text);
    return text;
  }

  /** Remembers texts that came out of the product: log lines, sentences, stored state. */
  saw(...texts: readonly string[]): void {
    this.#texts.push(...texts);
  }

  /** Remembers a value, such as an error, in every way a program may print it. */
  sawValue(value: unknown): void {
    const options = { depth: Infinity, showHidden: true, maxStringLength: null };
    this.saw(String(value), inspect(value, options), JSON.stringify(value));
  }

  /** The secrets that stand in the texts: as they are, as URLs and JSON write them, or in base64. */
  leaks(): readonly { readonly secret: string; readonly text: string }[] {
    return [...this.#secrets].flatMap((secret) => {
      const spellings = [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString("base64"),
      ];
      return this.#texts
        .filter((text) => spellings.some((spelling) => text.includes(spelling)))
        .map((text) => ({ secret, text }));
    });
  }

  clear(): void {
    this.#secrets.clear();
    this.#texts = [];
  }
}
