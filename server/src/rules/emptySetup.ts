import * as l10n from "@vscode/l10n";
import { setupPlace } from "./places.js";
import type { FileRule } from "./rule.js";

/** A setup without any property is valid, and hardly ever meant. */
export const emptySetup: FileRule = {
  code: "empty-setup",
  severity: "warning",
  check({ setup }, report) {
    if (!setup || setup.object.properties.length > 0) return;
    report({
      ...setupPlace(setup),
      message: () =>
        l10n.t(
          "This would send an OAUTH_JWT setup without any field; fill it in, or remove it to leave the setup as it is.",
        ),
      data: () => ({ path: ["setup"] }),
    });
  },
};
