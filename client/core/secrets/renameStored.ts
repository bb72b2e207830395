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
  if (await succeeds(apply))
    return (await isRemoved(from))
      ? undefined
      : l10n.t("The files now refer to {1}, but the secret is also still stored as {0}. Remove {0}.", from, to);
  return (await isRemoved(to))
    ? l10n.t("The files changed in the meantime, so nothing was renamed. Try again.")
    : l10n.t(
        "The files couldn't be changed. The secret is now stored as {0} and as {1}. Remove the second one.",
        from,
        to,
      );
}

/** Returns false if the step rejects or resolves to false. */
async function succeeds(step: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await step()) !== false;
  } catch {
    return false;
  }
}
