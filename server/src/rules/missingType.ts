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
        if (misspelt) return `This setup has no "type"; is ${quoted(misspelt.name)} meant to be it?`;
        return `This setup has no "type"; ${types.length > 0 ? `with these fields it is probably ${listed(types, "or")}.` : "add it."}`;
      },
      data: () => ({ types, ...(misspelt && { rename: { from: misspelt.name, to: "type" } }) }),
    });
  },
};
