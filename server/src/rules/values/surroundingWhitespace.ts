import * as l10n from "@vscode/l10n";
import type { FieldValue } from "../../document/values.js";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** White space before or after the text, mostly left over from copying. PEM text may end in a line break. */
export const surroundingWhitespace: ValueRule = {
  code: "surrounding-whitespace",
  severity: "warning",
  applies: (value) => {
    const text = written(value);
    return text !== undefined && text.trim() !== text;
  },
  message: ({ field }) =>
    l10n.t("The value of {0} begins or ends with white space, which would be sent; remove it.", quoted(field.name)),
};

function written({ field, node }: FieldValue): string | undefined {
  if (typeof node.value !== "string") return undefined;
  return field.pem || node.value.startsWith("-----BEGIN ") ? node.value.replace(/\r?\n$/, "") : node.value;
}
