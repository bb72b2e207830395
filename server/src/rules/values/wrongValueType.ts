import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value of another JSON type than the field's; all fields are strings. */
export const wrongValueType: ValueRule = {
  code: "wrong-value-type",
  severity: "error",
  applies: ({ fault }) => fault?.code === "wrong-value-type",
  message: ({ field, node }) => {
    const name = quoted(field.name);
    switch (node.type) {
      case "object":
        return l10n.t("The value of {0} must be a text; write one in place of the object.", name);
      case "array":
        return l10n.t("The value of {0} must be a text; write one in place of the list.", name);
      case "null":
        return field.required
          ? l10n.t("The value of {0} must be a text; write one in place of null.", name)
          : l10n.t("The value of {0} must be a text; write one in place of null, or remove the property.", name);
      default:
        return l10n.t("The value of {0} must be a text; write it in double quotes.", name);
    }
  },
};
