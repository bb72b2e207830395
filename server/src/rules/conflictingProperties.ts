import { pathInSetup, spanOf } from "./places.js";
import type { FileRule } from "./rule.js";
import { aSetup, names, quoted } from "./wording.js";

/** Properties of different variants, neither of which is nearer. */
export const conflictingProperties: FileRule = {
  code: "conflicting-properties",
  severity: "error",
  check({ setup }, report) {
    if (setup?.choice.kind !== "conflict") return;
    const { keys, variants, drops } = setup.choice;
    const marked = keys.at(-1);
    if (!marked) return;
    const others = keys.slice(0, -1);
    report({
      ...spanOf(marked.key),
      message: () => `${quoted(marked.name)} cannot stand together with ${names(others)} in ${aSetup(variants[0]?.type ?? "")}; keep one of them.`,
      related: others.map(({ name, key }) => ({ place: spanOf(key), message: `${quoted(name)} is here.` })),
      data: () => ({
        path: pathInSetup(setup, marked),
        variants: variants.map(({ number }) => number),
        waysOut: variants.map(({ number }, index) => ({ variant: number, remove: (drops[index] ?? []).map(({ name }) => name) })),
      }),
    });
  },
};
