import { createRedactor, type Redactor } from "./redact.js";

/** So many secrets are remembered: those in use and their recent predecessors, which late answers may still quote. */
const MOST = 20;

/** The secrets of one tenant that have been in use, to be kept out of every text. In memory only. */
export class Secrets implements Redactor {
  readonly #known = new Set<string>();
  #redactor: Redactor | undefined;

  /** Takes out of a text whatever is known at that moment. */
  redact(text: string): string {
    return this.#current().redact(text);
  }

  reveals(text: string): boolean {
    return this.#current().reveals(text);
  }

  add(...secrets: readonly string[]): void {
    for (const secret of secrets) {
      if (this.#known.has(secret)) continue;
      this.#known.add(secret);
      this.#redactor = undefined;
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
  }

  /** A redactor that also knows the secrets of one request; it forgets them with that request. */
  with(secrets: readonly string[]): Redactor {
    const own = createRedactor(secrets);
    return {
      redact: (text) => this.redact(own.redact(text)),
      reveals: (text) => own.reveals(text) || this.reveals(text),
    };
  }

  #current(): Redactor {
    this.#redactor ??= createRedactor(this.#known);
    return this.#redactor;
  }
}
