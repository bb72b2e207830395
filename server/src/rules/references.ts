import * as l10n from "@vscode/l10n";
import type { Reference, ReferenceKind } from "../../../schemas/references.js";
import { placesOf } from "../document/references.js";
import type { FileRule, Problem } from "./rule.js";
import { quoted } from "./wording.js";

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

/** A reference to something that does not exist, as far as the client has said what does. */
export const unresolvedReference: FileRule = {
  code: "unresolved-reference",
  severity: "warning",
  check({ text, referenceTexts }, report, { exists }) {
    if (!exists) return;
    for (const { node, parsed } of referenceTexts) {
      if (parsed.malformed.length > 0) continue;
      const unresolved = parsed.references.filter(({ kind, name }) => exists(kind, name) === false);
      if (unresolved.length === 0) continue;
      for (const [index, place] of placesOf(text, node, unresolved).entries()) {
        const reference = unresolved[index];
        if (reference) report({ ...place, ...wordsFor(reference) });
      }
    }
  },
};

function wordsFor({ kind, name }: Reference): Pick<Problem, "message" | "data"> {
  return { message: () => MESSAGES[kind](quoted(name)), data: () => ({ reference: { kind, name } }) };
}

const MESSAGES: Readonly<Record<ReferenceKind, (name: string) => string>> = {
  env: (name) =>
    l10n.t(
      "The environment variable {0} is not set where VS Code was started; set it, or a push will stop here.",
      name,
    ),
  secret: (name) => l10n.t("No secret named {0} is stored; store it, or a push will stop here.", name),
  file: (name) => l10n.t("There is no file {0} in the workspace; correct the path, or a push will stop here.", name),
};
