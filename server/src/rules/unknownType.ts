import * as l10n from "@vscode/l10n";
import { setupTypes } from "../../../schemas/variants.js";
import { pathInSetup, spanOf } from "./places.js";
import type { FileRule } from "./rule.js";
import { listed } from "./wording.js";

/** A `type` that no variant has. */
export const unknownType: FileRule = {
  code: "unknown-type",
  severity: "error",
  check({ setup }, report) {
    const value = setup?.type?.value;
    if (!value || setup.choice.kind !== "unknown-type") return;
    const { suggestions } = setup.choice;
    const [suggestion, ...others] = suggestions;
    report({
      ...spanOf(value),
      message: () =>
        suggestion
          ? l10n.t("There is no such type of setup; did you mean {0}?", listed(suggestions, "or"))
          : l10n.t("There is no such type of setup; use {0}.", listed(setupTypes, "or")),
      data: () => ({
        path: pathInSetup(setup, { name: "type" }),
        allowed: setupTypes,
        ...(suggestion !== undefined && (others.length > 0 ? { types: suggestions } : { suggestion })),
      }),
    });
  },
};
