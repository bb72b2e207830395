import * as l10n from "@vscode/l10n";
import { PLACEHOLDER_BEGINNINGS } from "../../document/strings.js";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that still waits to be filled in. */
export const unfilledPlaceholder: ValueRule = {
  code: "unfilled-placeholder",
  severity: "warning",
  applies: ({ text }) => text !== undefined && isPlaceholder(text),
  message: ({ field }) => l10n.t("The value of {0} is a placeholder; fill it in.", quoted(field.name)),
};

const PLACEHOLDER = /^(?:<[^<>\r\n]+>|todo|fixme|change_?me|x{3,}|\.{3}|your-.+-here|your_.+)$/i;

/** Whether a whole text is a placeholder, in any case: `<api_key>`, `TODO`, `changeme`, `xxx`, `...`, `your-key-here`. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER_BEGINNINGS.includes(text.charAt(0)) && PLACEHOLDER.test(text);
}
