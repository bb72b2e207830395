import * as l10n from "@vscode/l10n";
import { isHostname } from "../../../../schemas/formats.js";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not a host name. */
export const notHostname: ValueRule = {
  code: "not-hostname",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-hostname",
  message: ({ field: { name, format, secret }, text = "" }) => {
    if (format === "host-port" && isHostname(text.replace(/:[^:/]*$/, "")))
      return l10n.t("The port in the value of {0} must be a number up to 65535.", quoted(name));
    if (text !== "" && !/[/:@?#]/.test(text)) {
      const [character] = /[^a-z\d.-]/iu.exec(text) ?? [];
      if (character === undefined)
        return l10n.t(
          "Each part between the dots in the value of {0} must have 1 to 63 characters, and no hyphen at either end.",
          quoted(name),
        );
      return secret
        ? l10n.t("The value of {0} may have only letters from a to z, digits, hyphens and dots in it.", quoted(name))
        : l10n.t(
            "The value of {0} has {1} in it. A host name has only letters from a to z, digits, hyphens and dots.",
            quoted(name),
            quoted(character),
          );
    }
    return format === "host-port"
      ? l10n.t(
          "The value of {0} must be a host, such as acme.example.com or acme.example.com:8443, without scheme or path.",
          quoted(name),
        )
      : l10n.t(
          "The value of {0} must be a host name alone, such as login.example.com, without scheme, port or path.",
          quoted(name),
        );
  },
};
