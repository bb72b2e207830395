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
      message: () => `Without "type" this is sent as ${variant.type}; add the type to make that plain.`,
      data: () => ({ types: [variant.type] }),
    });
  },
};
