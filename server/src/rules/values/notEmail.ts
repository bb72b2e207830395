import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not an e-mail address. */
export const notEmail: ValueRule = {
  code: "not-email",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-email",
  message: ({ field, text = "" }) =>
    text !== "" && !text.includes("@")
      ? l10n.t("The value of {0} has no @. Write an e-mail address, such as name@example.com.", quoted(field.name))
      : l10n.t("The value of {0} must be an e-mail address, such as name@example.com.", quoted(field.name)),
};
