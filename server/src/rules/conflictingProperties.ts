import * as l10n from "@vscode/l10n";
import { pathInSetup, spanOf } from "./places.js";
import type { FileRule } from "./rule.js";
import { names, quoted } from "./wording.js";

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
      message: () =>
        l10n.t(
          "{0} cannot stand together with {1} in this {2} setup; keep one of them.",
          quoted(marked.name),
          names(others),
          variants[0]?.type ?? "",
        ),
      related: others.map(({ name, key }) => ({ place: spanOf(key), message: l10n.t("{0} is here.", quoted(name)) })),
      data: () => ({
        path: pathInSetup(setup, marked),
        variants: variants.map(({ number }) => number),
        waysOut: variants.map(({ number }, index) => ({
          variant: number,
          remove: (drops[index] ?? []).map(({ name }) => name),
        })),
      }),
    });
  },
};
