import { type Redactor, createRedactor } from "./redact.js";
import { variants } from "../../../../schemas/variants.js";

/** So many secrets are remembered: those in use and their recent predecessors, which late answers may still quote. */
const MOST = 20;
/**
 * The secrets of so many updates are remembered, and no more of them once they have so many characters: what is read
 * afterwards may quote them.
 */
const MOST_UPDATES = 50;
const MOST_CHARACTERS = 20_000;

/** What one update has to keep to itself. The redactor is made once there is something to redact. */
interface OfUpdate {
  readonly characters: number;
  readonly redactor: () => Redactor;
}

/**
 * The secrets of one tenant that have been in use, and those of its latest
 * updates, to be kept out of every text. In memory only.
 */
export class Secrets implements Redactor {
  readonly #known = new Set<string>();
  readonly #lasting = new Set<string>();
  #redactor: Redactor | undefined;
  #updates: readonly OfUpdate[] = [];

  /** Takes out of a text whatever is known at that moment. */
  redact(text: string): string {
    return this.#all().reduce((clean, redactor) => redactor.redact(clean), text);
  }

  reveals(text: string): boolean {
    return this.#all().some((redactor) => redactor.reveals(text));
  }

  add(...secrets: readonly string[]): void {
    for (const secret of secrets) {
      // One that is used again is in use, and goes last.
      if (!this.#known.delete(secret)) this.#redactor = undefined;
      this.#known.add(secret);
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
  }

  /** Takes note of secrets that stay in use, such as those of a proxy: there are few, and they are never forgotten. */
  keep(secrets: readonly string[]): void {
    for (const secret of secrets) this.#lasting.add(secret);
    this.#redactor = undefined;
  }

  /** Takes note of what an update has to keep to itself: the service may quote it at this request and at later ones. */
  addUpdate(secrets: readonly string[]): void {
    if (secrets.length === 0) return;
    let redactor: Redactor | undefined;
    const latest: OfUpdate = {
      characters: secrets.reduce((sum, { length }) => sum + length, 0),
      redactor: () => (redactor ??= createRedactor(secrets)),
    };
    const kept = [latest];
    let characters = 0;
    for (const update of this.#updates) {
      if (kept.length >= MOST_UPDATES || characters >= MOST_CHARACTERS) break;
      characters += update.characters;
      kept.push(update);
    }
    this.#updates = kept;
  }

  #all(): readonly Redactor[] {
    this.#redactor ??= createRedactor([...this.#lasting, ...this.#known]);
    return [...this.#updates.map(({ redactor }) => redactor()), this.#redactor];
  }
}

/** Properties whose values are no secrets in any variant: addresses, names, choices. */
const HARMLESS = new Set(
  variants
    .flatMap(({ fields }) => fields)
    .filter(({ name }, _, all) => all.every((field) => field.name !== name || !field.secret))
    .map(({ name }) => name),
);

/** A number such as 8 or 443 keeps no secret, and would take words out of what a service says. */
const SHORTEST_NUMBER = 4;

/**
 * Every text and longer number of an update that may be a credential: all of the setup but what is
 * known to be harmless. A property that no variant names counts as secret.
 */
export function secretsIn(update: unknown): readonly string[] {
  const setup = typeof update === "object" && update !== null && "setup" in update ? update.setup : undefined;
  return textsIn(setup, "");
}

function textsIn(value: unknown, name: string): string[] {
  if (typeof value === "number")
    return HARMLESS.has(name) || String(value).length < SHORTEST_NUMBER ? [] : [String(value)];
  if (typeof value === "string") return name === "type" || HARMLESS.has(name) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    textsIn(child, Array.isArray(value) ? name : key),
  );
}
