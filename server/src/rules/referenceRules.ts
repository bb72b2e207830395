import * as l10n from "@vscode/l10n";
import { type Hidden, hiddenInWord, withoutHidden } from "../../../schemas/hidden.js";
import { hiddenMessage } from "../../../schemas/judgements.js";
import {
  hasBracesBeside,
  isReference,
  providerOf,
  type Reference,
  type ReferenceKind,
  referenceKinds,
} from "../../../schemas/references.js";
import { isOneEditAway } from "../document/misspelling.js";
import { placesOf } from "../document/placedReferences.js";
import type { SetupFile } from "../document/setupFile.js";
import { type FileRules, MAX_PROBLEMS, type Problems, type RuleContext } from "./rule.js";
import { quoted } from "./wording.js";

export const referenceRules = [
  ["malformed-reference", "error", malformedReference],
  ["unresolved-reference", "warning", unresolvedReference],
] as const satisfies FileRules;

function* malformedReference({ text, referenceTexts }: SetupFile, { exists }: RuleContext): Problems {
  for (const { node, parsed } of referenceTexts) {
    const hasBraces = hasBracesBeside(parsed);
    const misspelt = hasBraces ? [] : parsed.references.filter((reference) => isMisspelt(reference, exists));
    const spans = [
      ...parsed.malformed,
      ...misspelt,
      ...(hasBraces ? [{ start: 0, end: String(node.value).length }] : []),
    ];
    if (spans.length === 0) continue;
    const first = spans.sort((a, b) => a.start - b.start).slice(0, MAX_PROBLEMS);
    for (const [index, place] of placesOf(text, node, first).entries()) {
      const { start = 0, end = 0 } = first[index] ?? {};
      yield {
        ...place,
        message: () => {
          const hidden = hiddenCauseIn(String(node.value).slice(start, end));
          if (hidden) return hiddenMessage(l10n.t("This reference"), hidden);
          return hasBraces ? messageOfBraces() : message();
        },
      };
    }
  }
}

/** What people can't see in a reference that's only malformed because of it. */
function hiddenCauseIn(written: string): Hidden | undefined {
  return isReference(withoutHidden(written).replaceAll(/\s/g, "")) ? hiddenInWord(written) : undefined;
}

/** Whether a kind is misspelled: `${secrt:NAME}` is, unless there's a provider with that name. */
function isMisspelt({ kind, name }: Reference, exists: RuleContext["exists"]): boolean {
  if (kind !== "provider" || exists?.(kind, name) === true) return false;
  const { provider } = providerOf(name);
  return referenceKinds.some((builtIn) => isOneEditAway(provider.toLowerCase(), builtIn));
}

function message(): string {
  return l10n.t(
    "This isn't a valid reference; write ${env:NAME}, ${secret:NAME}, or ${file:path}, or write $${ for a literal ${.",
  );
}

function messageOfBraces(): string {
  return l10n.t("This reference has too many braces; write it as ${secret:NAME}, with one brace on each side.");
}

/** A reference to something that doesn't exist, according to the client. */
function* unresolvedReference({ text, referenceTexts }: SetupFile, context: RuleContext): Problems {
  const { exists } = context;
  if (!exists) return;
  for (const { node, parsed } of referenceTexts) {
    if (parsed.malformed.length > 0 || hasBracesBeside(parsed)) continue;
    const unresolved = parsed.references.filter(
      (reference) => exists(reference.kind, reference.name) === false && !isMisspelt(reference, exists),
    );
    for (const [index, place] of placesOf(text, node, unresolved).entries()) {
      const reference = unresolved[index];
      if (reference) yield { ...place, message: () => unresolvedMessage(reference, { ...context, exists }) };
    }
  }
}

function unresolvedMessage(
  { kind, name }: Reference,
  { exists, envFileProblem }: RuleContext & Required<Pick<RuleContext, "exists">>,
): string {
  const provider = providerOf(name).provider;
  const lower = provider.toLowerCase();
  if (kind === "provider" && exists(kind, `${lower}:`) === true)
    return l10n.t("{0} isn't a secret provider; did you mean {1}?", quoted(provider), quoted(lower));
  if (kind === "env" && envFileProblem !== undefined)
    return l10n.t(
      "The environment variable {0} isn't set where VS Code was started. {1}",
      quoted(name),
      envFileProblem,
    );
  return MESSAGES[kind](quoted(kind === "provider" ? provider : name));
}

const MESSAGES: Readonly<Record<ReferenceKind, (name: string) => string>> = {
  env: (name) =>
    l10n.t("The environment variable {0} isn't set where VS Code was started; set it before you push.", name),
  secret: (name) => l10n.t("No secret named {0} is stored; store it before you push.", name),
  file: (name) => l10n.t("The workspace has no file {0}; correct the path before you push.", name),
  provider: (name) => l10n.t("The secret provider {0} isn't defined on this computer; add it before you push.", name),
};
