import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A text that is empty, or nothing but white space, where that is allowed and still hardly meant. */
export const emptyValue: ValueRule = {
  code: "empty-value",
  severity: "warning",
  applies: ({ text }) => text?.trim() === "",
  message: ({ field }) =>
    field.required
      ? l10n.t("The value of {0} is empty; fill it in.", quoted(field.name))
      : l10n.t("The value of {0} is empty; fill it in, or remove the property.", quoted(field.name)),
};
