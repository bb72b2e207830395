import * as l10n from "@vscode/l10n";
import { setupPlace } from "./places.js";
import type { FileRule } from "./rule.js";
import { listed, quoted } from "./wording.js";

/** A setup without `type`, and with more than fields of OAUTH_JWT, the one variant that needs none. */
export const missingType: FileRule = {
  code: "missing-type",
  severity: "error",
  check({ setup }, report) {
    if (setup?.choice.kind !== "missing-type") return;
    const { types, misspelt } = setup.choice;
    report({
      ...setupPlace(setup),
      message: () => {
        if (misspelt) return l10n.t('This setup has no "type"; is {0} meant to be it?', quoted(misspelt.name));
        if (types.length > 0)
          return l10n.t('This setup has no "type"; with these fields it is probably {0}.', listed(types, "or"));
        return l10n.t('This setup has no "type"; add it.');
      },
      data: () => ({ types, ...(misspelt && { rename: { from: misspelt.name, to: "type" } }) }),
    });
  },
};
