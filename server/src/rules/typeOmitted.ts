import * as l10n from "@vscode/l10n";
import { setupPlace } from "./places.js";
import type { FileRule } from "./rule.js";

/** A setup that is valid as OAUTH_JWT although it does not say so. */
export const typeOmitted: FileRule = {
  code: "type-omitted",
  severity: "information",
  check({ setup }, report) {
    if (setup?.choice.kind !== "chosen" || !setup.choice.typeOmitted || setup.fields.length === 0) return;
    const { variant } = setup.choice;
    report({
      ...setupPlace(setup),
      message: () => l10n.t('Without "type" this is sent as {0}; add the type to make that plain.', variant.type),
      data: () => ({ types: [variant.type] }),
    });
  },
};
