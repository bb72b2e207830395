import * as l10n from "@vscode/l10n";
import type { NamedSecrets } from "./namedSecrets.js";

/**
 * Stores the new name before it changes the files, and removes the old one after. So even if a step fails, all
 * references have values.
 * @param apply changes all files or none, and returns whether it changed them.
 * @returns undefined on success; otherwise a message that says what was renamed.
 */
export async function renameStored(
  secrets: Pick<NamedSecrets, "get" | "store" | "remove">,
  { from, to }: { readonly from: string; readonly to: string },
  apply: () => Promise<boolean>,
): Promise<string | undefined> {
  const isRemoved = (name: string) => succeeds(() => secrets.remove(name));
  const refused = l10n.t("This computer's secret storage can't be read and written. Nothing was renamed.");
  let begun = false;
  try {
    const value = await secrets.get(from);
    if (value === undefined) return refused;
    if ((await secrets.get(to)) !== undefined)
      return l10n.t("A secret named {0} is already stored. Nothing was renamed.", to);
    begun = true;
    await secrets.store(to, value);
  } catch {
    // The failed step may have stored something.
    if (begun) await isRemoved(to);
    return refused;
  }
  const isApplied = await succeeds(apply);
  const unused = isApplied ? from : to;
  if (!(await isRemoved(unused)))
    return l10n.t("The secret is now stored as {0} and as {1}. Remove {2}, which isn't used.", from, to, unused);
  return isApplied ? undefined : l10n.t("The files changed in the meantime, so nothing was renamed. Try again.");
}

/** Returns false if the step rejects or resolves to false. */
async function succeeds(step: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await step()) !== false;
  } catch {
    return false;
  }
}
