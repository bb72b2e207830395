import * as l10n from "@vscode/l10n";
import { typePlace } from "./places.js";
import type { FileRule } from "./rule.js";
import { fieldSet } from "./wording.js";

/** A type with several variants, and no field that tells which one is meant. */
export const incompleteSetup: FileRule = {
  code: "incomplete-setup",
  severity: "error",
  check({ setup }, report) {
    if (setup?.choice.kind !== "incomplete") return;
    const { variants } = setup.choice;
    report({
      ...typePlace(setup),
      message: () =>
        l10n.t(
          "{0} alone does not make a setup; add one of these sets of fields: {1}.",
          variants[0]?.type ?? "",
          variants.map(fieldSet).join("; "),
        ),
      data: () => ({ variants: variants.map(({ number }) => number) }),
    });
  },
};
