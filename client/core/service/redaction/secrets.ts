import { type Redactor, createRedactor } from "./redact.js";
import { variants } from "../../../../schemas/variants.js";

/** Includes recent predecessors, which late answers may still quote. */
const MAX_SECRETS = 20;
/** Limits for the secrets of earlier updates, which later replies may quote. */
const MAX_UPDATES = 50;
const MAX_UPDATE_CHARACTERS = 20_000;

interface OfUpdate {
  readonly characters: number;
  readonly redactor: () => Redactor;
}

/** Keeps secrets in memory only. */
export class Secrets implements Redactor {
  readonly #known = new Set<string>();
  readonly #lasting = new Set<string>();
  #redactor: Redactor | undefined;
  #updates: readonly OfUpdate[] = [];

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
      if (this.#known.size <= MAX_SECRETS) break;
      this.#known.delete(oldest);
    }
  }

  /** For secrets that stay in use, such as those of a proxy: there are few, and they are never forgotten. */
  addLasting(secrets: readonly string[]): void {
    for (const secret of secrets) this.#lasting.add(secret);
    this.#redactor = undefined;
  }

  /** The service may quote these at this request and at later ones. */
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
      if (kept.length >= MAX_UPDATES || characters >= MAX_UPDATE_CHARACTERS) break;
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

/** No secret in any variant: addresses, names, choices. */
const HARMLESS = new Set(
  variants
    .flatMap(({ fields }) => fields)
    .filter(({ name }, _, all) => all.every((field) => field.name !== name || !field.secret))
    .map(({ name }) => name),
);

/** A shorter number, such as 443, keeps no secret; redacting it would garble what a service says. */
const MIN_NUMBER_LENGTH = 4;

/** Strings and longer numbers of the setup that aren't known to be harmless. Unknown properties count as secret. */
export function secretsIn(update: unknown): readonly string[] {
  const setup = typeof update === "object" && update !== null && "setup" in update ? update.setup : undefined;
  return textsIn(setup, "");
}

function textsIn(value: unknown, name: string): string[] {
  if (typeof value === "number")
    return HARMLESS.has(name) || String(value).length < MIN_NUMBER_LENGTH ? [] : [String(value)];
  if (typeof value === "string") return name === "type" || HARMLESS.has(name) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    textsIn(child, Array.isArray(value) ? name : key),
  );
}
