import * as l10n from "@vscode/l10n";
import type { FieldValue } from "../../document/values.js";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** White space before or after the text, mostly from copying. PEM text may end in a line break. */
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
  return field.pem || node.value.startsWith("-----BEGIN ") ? withoutLineBreak(node.value) : node.value;
}

/** Looks at the end alone: a key can be long, and has many line breaks. */
function withoutLineBreak(text: string): string {
  if (!text.endsWith("\n")) return text;
  return text.slice(0, text.endsWith("\r\n") ? -2 : -1);
}
