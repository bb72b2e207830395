import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not an absolute https URL. */
export const notHttpsUrl: ValueRule = {
  code: "not-https-url",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-https-url",
  message: ({ field }) =>
    l10n.t(
      "The value of {0} must be a complete URL that begins with https://, such as https://example.com/path.",
      quoted(field.name),
    ),
};
