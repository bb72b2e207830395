import { createHmac, randomBytes } from "node:crypto";
import { isString, recordOf, shape } from "../storage/shape.js";
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
export async function compareValues(
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

export const isValueDigests = shape<ValueDigests>({ key: isString, of: recordOf(isString) });
