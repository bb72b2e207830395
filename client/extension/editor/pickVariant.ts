import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { variants, type Variant } from "../../../schemas/variants.js";
import { knownVariants } from "./knownVariants.js";
import { capitalize } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Services } from "../services.js";

/** What tells which variants an application is known to use. */
export type VariantServices = Pick<Services, "sessions" | "setupFiles" | "languageServer">;

/**
 * Asks for the variant: those that its application is known to use first, all others after.
 * @param application of the connection; undefined where there is none yet.
 */
export async function pickVariant(services: VariantServices, application?: string): Promise<Variant | undefined> {
  const numbers = application === undefined ? [] : await knownVariants(services, application);
  const known = numbers.flatMap((number) => variants.filter((variant) => variant.number === number));
  const others = variants.filter((variant) => !known.includes(variant));
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const name = sanitizeText(application ?? "", 55);
  const items: (vscode.QuickPickItem & { readonly variant?: Variant })[] =
    known.length === 0
      ? others.map(variantItem)
      : [
          separator(l10n.t("used for {0} in this workspace", name)),
          ...known.map(variantItem),
          separator(l10n.t("others")),
          ...others.map(variantItem),
        ];
  const title = application === undefined ? l10n.t("Which kind of setup?") : l10n.t("How does {0} sign in?", name);
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: l10n.t("The kind of setup: name, type or field"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.variant;
}

function variantItem(variant: Variant) {
  const fields = variant.fields.map(({ name, required }) => (required ? name : l10n.t("{0} (optional)", name)));
  return { label: capitalize(l10n.t(variant.title)), description: variant.type, detail: fields.join(", "), variant };
}
