import type { NamedSecrets } from "./namedSecrets.js";

export type RenameOutcome =
  | "renamed"
  /** Another secret has the new name. Nothing has changed. */
  | "taken"
  /** The storage could not be read or written. Nothing has changed. */
  | "refused"
  /** The files were not changed, and the storage is as it was. */
  | "notApplied"
  /** The files were not changed, and the secret is stored under both names. */
  | "notUndone"
  /** The files were changed, and the secret is stored under both names. */
  | "oldRemains";

/**
 * Stores the new name before the files are changed, and removes the old one after: whatever fails, every reference
 * always has its value.
 * @param apply changes all of the files or none. @returns whether they were changed.
 */
export async function renameStored(
  secrets: Pick<NamedSecrets, "get" | "store" | "remove">,
  { from, to }: { readonly from: string; readonly to: string },
  apply: () => Promise<boolean>,
): Promise<RenameOutcome> {
  const stored = await storedUnderBoth(secrets, from, to);
  if (stored !== "stored") return stored;
  if (!(await succeeds(apply))) return (await isRemoved(secrets, to)) ? "notApplied" : "notUndone";
  return (await isRemoved(secrets, from)) ? "renamed" : "oldRemains";
}

async function storedUnderBoth(
  secrets: Pick<NamedSecrets, "get" | "store" | "remove">,
  from: string,
  to: string,
): Promise<"stored" | "taken" | "refused"> {
  let begun = false;
  try {
    const value = await secrets.get(from);
    if (value === undefined) return "refused";
    if ((await secrets.get(to)) !== undefined) return "taken";
    begun = true;
    await secrets.store(to, value);
    return "stored";
  } catch {
    // A failure half way may have left something behind.
    if (begun) await isRemoved(secrets, to);
    return "refused";
  }
}

function isRemoved(secrets: Pick<NamedSecrets, "remove">, name: string): Promise<boolean> {
  return succeeds(async () => {
    await secrets.remove(name);
    return true;
  });
}

async function succeeds(step: () => Promise<boolean>): Promise<boolean> {
  try {
    return await step();
  } catch {
    return false;
  }
}
