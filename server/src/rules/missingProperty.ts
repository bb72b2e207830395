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
    const { type, missing, misspelt } = lacking;
    const all = [...misspelt.map(({ field }) => field), ...missing];
    if (all.length === 0) return;
    const [slip] = misspelt;
    report({
      ...typePlace(setup),
      message: () => `This ${type} setup lacks ${names(all)}; ${slip ? `is ${quoted(slip.property.name)} meant to be ${quoted(slip.field.name)}?` : `add ${all.length === 1 ? "it" : "them"}.`}`,
      data: () => ({ missing: missing.map(({ name }) => name), ...(slip && { rename: { from: slip.property.name, to: slip.field.name } }) }),
    });
  },
};

interface Lacking {
  readonly type: string;
  readonly missing: readonly { readonly name: string }[];
  /** Extra properties of an open variant that are probably meant to be a missing field. */
  readonly misspelt: readonly Misspelling[];
}

function lackingIn({ choice }: Setup): Lacking | undefined {
  if (choice.kind === "chosen") {
    return { type: choice.variant.type, missing: choice.missing, misspelt: choice.variant.closed ? [] : choice.misspelt };
  }
  if (choice.kind !== "conflict") return undefined;
  return { type: choice.variants[0]?.type ?? "", missing: choice.common.missing, misspelt: [] };
}
