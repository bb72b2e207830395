import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type ReferenceKind, referenceKinds } from "../../../schemas/references.js";
import { isString, dictionaryOf, shape } from "../storage/shape.js";
import type { SecretStore } from "./namedSecrets.js";
import { distinct, lookUp, referenceKey, type LookupResult } from "./resolve.js";
import type { NamedReference } from "./referenceProblems.js";
import type { SecretSources } from "./sources.js";

const KEY = "vaultconn.digestKey";

export type Digests = ReturnType<typeof createDigests>;

/**
 * Returns functions for keyed digests that tell whether a file or value changed. The key stays in the secret storage, so
 * that a digest doesn't reveal a short secret. Without secret storage, the key lasts for this window.
 */
export function createDigests(storage: SecretStore) {
  let key: Promise<string> | undefined;
  const of = async (value: unknown): Promise<string> => {
    key ??= readKey(storage);
    return createHmac("sha256", await key)
      .update(JSON.stringify(value))
      .digest("base64url");
  };
  return { of, key: () => of(["key"]) };
}

async function readKey(storage: SecretStore): Promise<string> {
  const newKey = randomBytes(32).toString("base64url");
  try {
    const known = await storage.get(KEY);
    if (known !== undefined) return known;
    await storage.store(KEY, newKey);
  } catch {
    // Digests with the new key still work within this window.
  }
  return newKey;
}

/** Keyed digests of the values of a pushed file's references. Contains no values. */
export interface ValueDigests {
  /** Identifies the key, because digests with different keys can't be compared. */
  readonly key: string;
  readonly of: Readonly<Record<string, string>>;
}

export interface ValueChanges {
  readonly replaced: readonly NamedReference[];
  readonly notCompared: readonly Uncompared[];
}

interface Uncompared {
  readonly reference: NamedReference;
  /**
   * `notKept`: no digest was kept, or its key is lost. `unreadable`: the reference has no value on this machine.
   * `notRun`: it's from a provider, which runs only on request.
   */
  readonly why: "notKept" | "unreadable" | "notRun";
}

/** @param about the connection. Digests of the same value differ between connections and between references. */
export async function digestValues(
  values: readonly LookupResult[],
  about: string,
  digests: Digests,
): Promise<ValueDigests> {
  const made = await Promise.all(
    values
      .filter(({ value }) => value !== undefined)
      .map(async ({ reference, value }) => {
        const { kind, name } = reference;
        return [referenceKey(reference), await digests.of(["value", about, kind, name, value])] as const;
      }),
  );
  return { key: await digests.key(), of: Object.fromEntries(made) };
}

/**
 * Finds values that were replaced since a push.
 * @param pushed undefined if none were kept, as in earlier versions.
 * @param known digests of provider values that were read earlier, by `referenceKey`.
 */
export async function findReplacedValues(
  references: readonly NamedReference[],
  pushed: ValueDigests | undefined,
  about: string,
  sources: () => Promise<SecretSources>,
  digests: Digests,
  known: ValueDigests["of"] = {},
): Promise<ValueChanges> {
  const all = distinct(references);
  if (all.length === 0) return { replaced: [], notCompared: [] };
  if (pushed?.key !== (await digests.key()))
    return { replaced: [], notCompared: all.map((reference) => ({ reference, why: "notKept" })) };
  const kept = all.filter((reference) => Object.hasOwn(pushed.of, referenceKey(reference)));
  const looked = await lookUp(kept, await sources());
  const current = { ...known, ...(await digestValues([...looked.values()], about, digests)).of };
  const replaced: NamedReference[] = [];
  const notCompared: Uncompared[] = [];
  for (const reference of all) {
    const key = referenceKey(reference);
    const found = looked.get(key);
    const digest = current[key];
    const isNotRun = typeof found?.fault === "object" && found.fault.kind === "not-run";
    if (!found) notCompared.push({ reference, why: "notKept" });
    else if (digest === undefined) notCompared.push({ reference, why: isNotRun ? "notRun" : "unreadable" });
    else if (digest !== pushed.of[key]) replaced.push(reference);
  }
  return { replaced, notCompared };
}

/**
 * Finds the references of a push that had a value. Compares in constant time.
 * @param about the connection, as for `digestValues`.
 * @returns undefined if the digests' key is lost, so that nothing can be said.
 */
export async function referencesWith(
  readings: readonly string[],
  pushed: ValueDigests,
  about: string,
  digests: Digests,
): Promise<readonly NamedReference[] | undefined> {
  if (pushed.key !== (await digests.key())) return undefined;
  // Values are sent as they're written, and only some of them with a final line break.
  const texts = readings.map((value) => value.replaceAll("\r\n", "\n").replace(/\n$/, ""));
  const spellings = new Set(
    texts.flatMap((text) => [text, `${text}\n`]).flatMap((each) => [each, each.replaceAll("\n", "\r\n")]),
  );
  const found: NamedReference[] = [];
  for (const [key, digest] of Object.entries(pushed.of)) {
    const reference = referenceOf(key);
    for (const spelling of reference ? spellings : []) {
      const own = await digests.of(["value", about, reference?.kind, reference?.name, spelling]);
      if (reference && isSameDigest(own, digest)) found.push(reference);
    }
  }
  return found;
}

const KINDS: readonly ReferenceKind[] = [...referenceKinds, "provider"];

/** The reverse of `referenceKey`. */
function referenceOf(key: string): NamedReference | undefined {
  const colon = key.indexOf(":");
  const kind = KINDS.find((each) => each === key.slice(0, colon));
  return kind && { kind, name: key.slice(colon + 1) };
}

function isSameDigest(a: string, b: string): boolean {
  const [own, other] = [Buffer.from(a), Buffer.from(b)];
  return own.length === other.length && timingSafeEqual(own, other);
}

export const isValueDigests = shape<ValueDigests>({ key: isString, of: dictionaryOf(isString) });
