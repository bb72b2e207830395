import * as l10n from "@vscode/l10n";
import { spansInString } from "../document/strings.js";
import type { FileRule } from "./rule.js";

/** What begins like a reference and is none. */
export const malformedReference: FileRule = {
  code: "malformed-reference",
  severity: "error",
  check({ text, referenceTexts }, report) {
    for (const { node, parsed } of referenceTexts) {
      if (parsed.malformed.length === 0) continue;
      const token = text.slice(node.offset, node.offset + node.length);
      for (const { start, end } of spansInString(token, parsed.malformed)) {
        report({ start: node.offset + start, end: node.offset + end, message });
      }
    }
  },
};

function message(): string {
  return l10n.t("This is not a reference; write ${env:NAME}, ${secret:NAME} or ${file:path}, or $${ for a literal ${.");
}
