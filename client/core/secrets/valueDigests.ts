import type { Digests } from "./digest.js";
import { distinct, lookUp, referenceKey, type LookupResult } from "./lookUp.js";
import type { NamedReference } from "./problems.js";
import type { SecretSources } from "./sources.js";

/** What is kept of the values behind a file's references when it is pushed: a keyed digest of each, never a value. */
export interface ValueDigests {
  /** Which key they were made with: those of another key say nothing. */
  readonly key: string;
  /** By reference, such as `secret:SALESFORCE_KEY`. */
  readonly of: Readonly<Record<string, string>>;
}

/** How the values behind a file's references stand to those that were pushed. Those that are the same are not named. */
export interface ValueChanges {
  readonly replaced: readonly NamedReference[];
  readonly notCompared: readonly Uncompared[];
}

/** A value of which nobody can say whether it is the one that was pushed. */
interface Uncompared {
  readonly reference: NamedReference;
  /** Nothing was kept of it at the push, or the key it was kept with is gone; or it cannot be read here, as a variable of another machine. */
  readonly why: "notKept" | "unreadable";
}

/**
 * Makes the digests of values that are about to be sent.
 * @param about which connection they are sent to: the same value has another digest for each connection and reference.
 */
export async function digestValues(
  values: readonly LookupResult[],
  about: string,
  digests: Pick<Digests, "of" | "key">,
): Promise<ValueDigests> {
  const entries = values.flatMap(({ reference, value }) => (value === undefined ? [] : [{ reference, value }]));
  const made = await Promise.all(
    entries.map(
      async ({ reference, value }) =>
        [referenceKey(reference), await digestOf(reference, value, about, digests)] as const,
    ),
  );
  return { key: await digests.key(), of: Object.fromEntries(made) };
}

/**
 * Compares the values behind a file's references with those that were pushed.
 * @param pushed what was kept; undefined where nothing was, as by earlier versions.
 * @param about as for `digestValues`.
 */
export async function compareValues(
  references: readonly NamedReference[],
  pushed: ValueDigests | undefined,
  about: string,
  sources: () => Promise<SecretSources>,
  digests: Pick<Digests, "of" | "key">,
): Promise<ValueChanges> {
  const all = distinct(references);
  if (all.length === 0) return { replaced: [], notCompared: [] };
  if (pushed?.key !== (await digests.key()))
    return { replaced: [], notCompared: all.map((reference) => ({ reference, why: "notKept" })) };
  const kept = all.filter((reference) => Object.hasOwn(pushed.of, referenceKey(reference)));
  const looked = await lookUp(kept, await sources());
  const replaced: NamedReference[] = [];
  const notCompared: Uncompared[] = [];
  for (const reference of all) {
    const value = looked.get(referenceKey(reference));
    if (!value) notCompared.push({ reference, why: "notKept" });
    else if (value.value === undefined) notCompared.push({ reference, why: "unreadable" });
    else if ((await digestOf(reference, value.value, about, digests)) !== pushed.of[referenceKey(reference)])
      replaced.push(reference);
  }
  return { replaced, notCompared };
}

/** Whether something that was kept is what `digestValues` makes. */
export function isValueDigests(value: unknown): value is ValueDigests {
  const { key, of } = (value ?? {}) as Partial<Record<keyof ValueDigests, unknown>>;
  return typeof key === "string" && isObjectOfTexts(of);
}

function isObjectOfTexts(value: unknown): boolean {
  return typeof value === "object" && Object.values(value ?? { none: value }).every((text) => typeof text === "string");
}

function digestOf(
  { kind, name }: NamedReference,
  value: string,
  about: string,
  digests: Pick<Digests, "of">,
): Promise<string> {
  return digests.of(["value", about, kind, name, value]);
}
