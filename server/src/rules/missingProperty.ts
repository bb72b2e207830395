import * as l10n from "@vscode/l10n";
import type { Misspelling } from "../document/corrections.js";
import type { Setup } from "../document/setup.js";
import { typePlace } from "./places.js";
import type { FileRule } from "./rule.js";
import { names, quoted } from "./wording.js";

/** Required fields that are absent, all of them in one. */
export const missingProperty: FileRule = {
  code: "missing-property",
  severity: "error",
  check({ setup }, report) {
    const lacking = setup && lackingIn(setup);
    if (!setup || !lacking) return;
    const { missing, misspelt } = lacking;
    const all = [...misspelt.map(({ field }) => field), ...missing];
    if (all.length === 0) return;
    const [slip] = misspelt;
    report({
      ...typePlace(setup),
      message: () => messageFor(lacking, all),
      data: () => ({
        missing: missing.map(({ name }) => name),
        ...(slip && { rename: { from: slip.property.name, to: slip.field.name } }),
      }),
    });
  },
};

function messageFor({ type, misspelt: [slip] }: Lacking, all: readonly { readonly name: string }[]): string {
  if (slip)
    return l10n.t(
      "This {0} setup lacks {1}; is {2} meant to be {3}?",
      type,
      names(all),
      quoted(slip.property.name),
      quoted(slip.field.name),
    );
  return all.length === 1
    ? l10n.t("This {0} setup lacks {1}; add it.", type, names(all))
    : l10n.t("This {0} setup lacks {1}; add them.", type, names(all));
}

interface Lacking {
  readonly type: string;
  readonly missing: readonly { readonly name: string }[];
  /** Extra properties of an open variant that are probably meant to be a missing field. */
  readonly misspelt: readonly Misspelling[];
}

function lackingIn({ choice }: Setup): Lacking | undefined {
  if (choice.kind === "chosen") {
    return {
      type: choice.variant.type,
      missing: choice.missing,
      misspelt: choice.variant.closed ? [] : choice.misspelt,
    };
  }
  if (choice.kind !== "conflict") return undefined;
  return { type: choice.variants[0]?.type ?? "", missing: choice.common.missing, misspelt: [] };
}
