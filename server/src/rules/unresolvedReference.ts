import type { ReferenceKind } from "../../../schemas/references.js";
import { offsetInString } from "../document/strings.js";
import type { FileRule } from "./rule.js";
import { quoted } from "./wording.js";

/** A reference to something that does not exist, as far as the client has said what does. */
export const unresolvedReference: FileRule = {
  code: "unresolved-reference",
  severity: "warning",
  check({ text, referenceTexts }, report, { exists }) {
    if (!exists) return;
    for (const { node, parsed } of referenceTexts) {
      if (parsed.malformed.length > 0) continue;
      for (const { kind, name, start, end } of parsed.references) {
        if (exists(kind, name) !== false) continue;
        const token = text.slice(node.offset, node.offset + node.length);
        report({
          start: node.offset + offsetInString(token, start),
          end: node.offset + offsetInString(token, end),
          message: () => MESSAGES[kind](quoted(name)),
          data: () => ({ reference: { kind, name } }),
        });
      }
    }
  },
};

const MESSAGES: Readonly<Record<ReferenceKind, (name: string) => string>> = {
  env: (name) => `The environment variable ${name} is not set where VS Code was started; set it, or a push will stop here.`,
  secret: (name) => `No secret named ${name} is stored; store it, or a push will stop here.`,
  file: (name) => `There is no file ${name} in the workspace; correct the path, or a push will stop here.`,
};
