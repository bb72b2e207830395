import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not an absolute https URL. */
export const notHttpsUrl: ValueRule = {
  code: "not-https-url",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-https-url",
  message: ({ field, text = "" }) => {
    if (/^https:\/\/.*\s/is.test(text))
      return l10n.t(
        "The value of {0} has white space in it, which no URL has; write %20 for a space.",
        quoted(field.name),
      );
    if (/^https:\/\/.*\P{ASCII}/isu.test(text))
      return l10n.t(
        "The value of {0} has a letter beyond ASCII in it, which no URL has; write it percent-encoded, or in a host name as punycode.",
        quoted(field.name),
      );
    return l10n.t(
      "The value of {0} must be a complete URL that begins with https://, such as https://example.com/path.",
      quoted(field.name),
    );
  },
};
