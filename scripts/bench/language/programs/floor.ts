/** The least that finding the faults of a setup takes: parse it, and run the compiled validators of the right variant. */
import { getNodeValue, parseTree } from "jsonc-parser";
import { checkSetup, checkSetupFile } from "../../../../schemas/check.js";
import { variants } from "../../../../schemas/variants.js";
import type { Contestant } from "../contestant.js";

const byNumber = new Map(variants.map((variant) => [variant.number, variant]));

/** Is told the variant; yields no diagnostics, only finds out whether there are faults. */
export const floor: Contestant = {
  name: "floor",
  check(text, number) {
    const variant = byNumber.get(number);
    const tree = parseTree(text, [], { allowTrailingComma: true });
    if (!tree || !variant) throw new Error("There is no value or no variant.");
    const file = getNodeValue(tree) as { readonly setup: unknown };
    checkSetupFile(file);
    checkSetup(variant, file.setup);
    return [];
  },
};

/** Parsing alone. */
export const parser: Contestant = {
  name: "parse",
  check(text) {
    parseTree(text, [], { allowTrailingComma: true });
    return [];
  },
};
