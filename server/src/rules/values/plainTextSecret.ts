import * as l10n from "@vscode/l10n";
import type { FieldValue } from "../../document/values.js";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";
import { isPlaceholder } from "./unfilledPlaceholder.js";

/** A secret that stands in the file as it is. Its severity is a setting. */
export const plainTextSecret: ValueRule = {
  code: "plain-text-secret",
  severity: "hint",
  applies: holdsSecret,
  message: ({ field }, { tracked }) =>
    tracked
      ? l10n.t(
          "The value of {0} is a secret in plain text, and Git tracks this file; keep it out with a reference such as ${secret:NAME}.",
          quoted(field.name),
        )
      : l10n.t(
          "The value of {0} is a secret in plain text; keep it out of the file with a reference such as ${secret:NAME}.",
          quoted(field.name),
        ),
};

/** Whether the text of a secret field is neither a reference, nor as a whole a placeholder, nor blank. */
export function holdsSecret({ field, text, isOrdinary }: FieldValue): boolean {
  return field.secret && (isOrdinary || (text !== undefined && text.trim() !== "" && !isPlaceholder(text)));
}
