import * as l10n from "@vscode/l10n";
import type { Format } from "../../../../schemas/fields.js";
import { accepts } from "../../document/values.js";
import type { ValueRule } from "../rule.js";
import { listed, quoted } from "../wording.js";

/** A value of another JSON type than the field's; all fields are strings. */
export const wrongValueType: ValueRule = {
  code: "wrong-value-type",
  severity: "error",
  applies: ({ fault }) => fault?.code === "wrong-value-type",
  message: ({ field, node }) => {
    const name = quoted(field.name);
    if (field.allowed)
      return l10n.t("The value of {0} must be one of the strings {1}.", name, listed(field.allowed, "or"));
    if (field.format && !node.children && node.value !== null && !accepts(field, String(node.value)))
      return messageOfFormat(field.format, name);
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
        return l10n.t("The value of {0} must be a string. Put it in double quotes.", name);
    }
  },
};

function messageOfFormat(format: Format, name: string): string {
  switch (format) {
    case "https-url":
      return l10n.t('The value of {0} must be a string with a URL, such as "https://example.com/path".', name);
    case "email":
      return l10n.t('The value of {0} must be a string with an e-mail address, such as "name@example.com".', name);
    default:
      return l10n.t('The value of {0} must be a string with a host name, such as "login.example.com".', name);
  }
}
