import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not a host name. */
export const notHostname: ValueRule = {
  code: "not-hostname",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-hostname",
  message: ({ field }) =>
    field.format === "host-port"
      ? l10n.t(
          "The value of {0} must be a host, such as acme.example.com or acme.example.com:8443, without scheme or path.",
          quoted(field.name),
        )
      : l10n.t(
          "The value of {0} must be a host name alone, such as login.example.com, without scheme, port or path.",
          quoted(field.name),
        ),
};
