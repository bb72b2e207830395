import * as l10n from "@vscode/l10n";
import type { Field } from "../../../../schemas/fields.js";
import { urlFault } from "../../../../schemas/formats.js";
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
    return messageOf(urlFault(text), field);
  },
};

function messageOf(fault: ReturnType<typeof urlFault>, { name, secret }: Field): string {
  switch (fault) {
    case "scheme":
      return l10n.t(
        "The value of {0} must be a complete URL that begins with https://, such as https://example.com/path.",
        quoted(name),
      );
    case "host":
      return l10n.t(
        "The value of {0} has no valid host after https://. Write a URL such as https://example.com/path.",
        quoted(name),
      );
    case "port":
      return l10n.t("The port in the value of {0} must be a number up to 65535.", quoted(name));
    default:
      return secret
        ? l10n.t("The value of {0} has a character in it that a URL can't hold. Percent-encode it.", quoted(name))
        : l10n.t(
            "The value of {0} has {1} in it, which a URL can't hold there. Write {2} instead.",
            quoted(name),
            quoted(fault.character),
            quoted(encodeURIComponent(fault.character)),
          );
  }
}
