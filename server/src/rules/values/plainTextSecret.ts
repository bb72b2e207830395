import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A secret that stands in the file as it is. Its severity is a setting. */
export const plainTextSecret: ValueRule = {
  code: "plain-text-secret",
  severity: "hint",
  applies: ({ field, text }) => field.secret && text !== undefined,
  message: ({ field }) =>
    l10n.t(
      "The value of {0} is a secret in plain text; keep it out of the file with a reference such as ${secret:NAME}.",
      quoted(field.name),
    ),
};
