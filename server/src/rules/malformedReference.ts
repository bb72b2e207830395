import * as l10n from "@vscode/l10n";
import { placesOf } from "../document/strings.js";
import type { FileRule } from "./rule.js";

/** What begins like a reference and is none. */
export const malformedReference: FileRule = {
  code: "malformed-reference",
  severity: "error",
  check({ text, referenceTexts }, report) {
    for (const { node, parsed } of referenceTexts) {
      if (parsed.malformed.length === 0) continue;
      for (const place of placesOf(text, node, parsed.malformed)) report({ ...place, message });
    }
  },
};

function message(): string {
  return l10n.t("This is not a reference; write ${env:NAME}, ${secret:NAME} or ${file:path}, or $${ for a literal ${.");
}
