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
      message: () => `${variants[0]?.type ?? ""} alone does not make a setup; add one of these sets of fields: ${variants.map(fieldSet).join("; ")}.`,
      data: () => ({ variants: variants.map(({ number }) => number) }),
    });
  },
};
