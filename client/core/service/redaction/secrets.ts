import { type Redactor, createRedactor } from "./redact.js";
import { looksLikeType } from "../../../../schemas/fields.js";
import { hasPrivateKey } from "../../../../schemas/pemFault.js";
import { variants } from "../../../../schemas/variants.js";

/** Includes recent former secrets, which late responses may still quote. */
const MAX_SECRETS = 20;
/** Limits for secrets of earlier updates, which later responses may quote. */
const MAX_UPDATES = 50;
const MAX_UPDATE_CHARACTERS = 20_000;

interface UpdateSecrets {
  readonly characters: number;
  readonly redactor: () => Redactor;
}

/** Keeps secrets in memory only. */
export class Secrets implements Redactor {
  readonly #known = new Set<string>();
  readonly #lasting = new Set<string>();
  #redactor: Redactor | undefined;
  #updates: readonly UpdateSecrets[] = [];

  redact(text: string): string {
    return this.#all().reduce((clean, redactor) => redactor.redact(clean), text);
  }

  reveals(text: string): boolean {
    return this.#all().some((redactor) => redactor.reveals(text));
  }

  add(...secrets: readonly string[]): void {
    for (const secret of secrets) {
      // Moves a secret that's used again to the end.
      if (!this.#known.delete(secret)) this.#redactor = undefined;
      this.#known.add(secret);
    }
    for (const oldest of [...this.#known].slice(0, -MAX_SECRETS)) this.#known.delete(oldest);
  }

  /** Adds secrets that are never dropped, such as those of a proxy, because there are few. */
  addLasting(secrets: readonly string[]): void {
    for (const secret of secrets) this.#lasting.add(secret);
    this.#redactor = undefined;
  }

  /** Adds secrets of an update, which this and later responses may quote. */
  addUpdate(secrets: readonly string[]): void {
    if (secrets.length === 0) return;
    const distinct = [...new Set(secrets)];
    let redactor: Redactor | undefined;
    const latest: UpdateSecrets = {
      characters: distinct.join("").length,
      redactor: () => (redactor ??= createRedactor(distinct)),
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

/** Fields that aren't secret in any variant, such as addresses and names. */
const PUBLIC_FIELDS = new Set(
  variants
    .flatMap(({ fields }) => fields)
    .filter(({ name }, _, all) => all.every((field) => field.name !== name || !field.secret))
    .map(({ name }) => name),
);

/** Shorter numbers, such as 443, aren't secrets, and redacting them would garble messages. */
const MIN_NUMBER_LENGTH = 4;

/**
 * Returns strings and longer numbers of the setup, except for public fields. Unknown properties are secret.
 * @param isUnknown whether the setup is unknown to this version, so that it has no public fields.
 */
export function secretsIn(update: unknown, isUnknown = false): readonly string[] {
  const setup = typeof update === "object" && update !== null && "setup" in update ? update.setup : undefined;
  return textsIn(setup, "", isUnknown ? new Set() : PUBLIC_FIELDS);
}

function textsIn(value: unknown, name: string, shown: ReadonlySet<string>): string[] {
  if (typeof value === "number")
    return shown.has(name) || String(value).length < MIN_NUMBER_LENGTH ? [] : [String(value)];
  if (typeof value === "string")
    return (name === "type" && looksLikeType(value)) || (shown.has(name) && !hasPrivateKey(value))
      ? [...secretsInAddress(value)]
      : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    textsIn(child, Array.isArray(value) ? name : key, shown),
  );
}

/** Shorter values of a query, such as v1, aren't secrets. */
const MIN_QUERY_VALUE_LENGTH = 4;

/** Returns what can be a credential in an address that's written literally. */
function secretsInAddress(text: string): readonly string[] {
  const [, authority = "", query = ""] =
    /^[a-z][a-z\d+.-]{0,20}:\/\/([^/?#]*)(?:\/[^?#]*)?((?:[?#].*)?)$/is.exec(text) ?? [];
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  const colon = user.indexOf(":");
  const values = query.split(/[?&;#]/).map((part) => part.slice(part.indexOf("=") + 1));
  return [
    ...(colon < 0 ? [user] : [user.slice(0, colon), user.slice(colon + 1)]).filter((part) => part !== ""),
    ...values.filter(({ length }) => length >= MIN_QUERY_VALUE_LENGTH),
  ];
}
