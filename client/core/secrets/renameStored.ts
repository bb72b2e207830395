import type { NamedSecrets } from "./namedSecrets.js";

export type RenameOutcome =
  | "renamed"
  /** Another secret has the new name. Nothing changed. */
  | "taken"
  /** The storage couldn't be read or written. Nothing changed. */
  | "refused"
  /** The files weren't changed, and the storage is as it was. */
  | "notApplied"
  /** The files weren't changed, and the secret is stored under both names. */
  | "notUndone"
  /** The files were changed, and the secret is stored under both names. */
  | "oldRemains";

/**
 * Stores the new name before it changes the files, and removes the old one after. So even if a step fails, all
 * references have values.
 * @param apply changes all files or none, and returns whether it changed them.
 */
export async function renameStored(
  secrets: Pick<NamedSecrets, "get" | "store" | "remove">,
  { from, to }: { readonly from: string; readonly to: string },
  apply: () => Promise<boolean>,
): Promise<RenameOutcome> {
  const isRemoved = (name: string) => succeeds(() => secrets.remove(name));
  let begun = false;
  try {
    const value = await secrets.get(from);
    if (value === undefined) return "refused";
    if ((await secrets.get(to)) !== undefined) return "taken";
    begun = true;
    await secrets.store(to, value);
  } catch {
    // The failed step may have stored something.
    if (begun) await isRemoved(to);
    return "refused";
  }
  if (!(await succeeds(apply))) return (await isRemoved(to)) ? "notApplied" : "notUndone";
  return (await isRemoved(from)) ? "renamed" : "oldRemains";
}

/** Returns false if the step rejects or resolves to false. */
async function succeeds(step: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await step()) !== false;
  } catch {
    return false;
  }
}
