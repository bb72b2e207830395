import * as l10n from "@vscode/l10n";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { isPlaceholder } from "../../../schemas/placeholders.js";
import { literalText, parseReferences } from "../../../schemas/references.js";
import { formatNarrowList } from "../text/locale.js";
import { isPemOnOneLine } from "../text/pem.js";
import { isObject } from "../text/json.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { describeReference, type NamedReference } from "./problems.js";
import { mapReferenceTexts, variantNumbered } from "./texts.js";

/** What a person should know before a push. Never contains a value. */
export interface PushWarning {
  readonly text: string;
  /** The same warning for several pushes, without details of one. */
  readonly general?: string;
}

/** What a value is worth. Only the first that applies is reported. */
const JUDGEMENTS: readonly (readonly [applies: (value: string) => boolean, text: (what: string) => string])[] = [
  [(value) => value.trim() === "", (what) => l10n.t("{0} is empty.", what)],
  [isPlaceholder, (what) => l10n.t("{0} is a placeholder.", what)],
  [isPemOnOneLine, (what) => l10n.t("{0} is a PEM key without its line breaks. Few systems can read that.", what)],
  [
    (value) => value.trim() !== (value.startsWith("-----BEGIN ") ? value.replace(/\r?\n$/, "") : value),
    (what) => l10n.t("{0} begins or ends with whitespace, which is also sent.", what),
  ],
  [
    // Such as those of colors. Line breaks and tabs are whitespace.
    (value) => /[\p{Cc}\p{Cf}](?<![\t\n\r])/u.test(value),
    (what) => l10n.t("{0} contains invisible characters, which are also sent.", what),
  ],
];

/**
 * Judges the values that an update sends. Those that are read only when a plan is applied aren't known.
 * @param resultOf looks up a reference.
 */
export function judgeValues(
  { request, variant }: Pick<InspectResult, "request" | "variant">,
  resultOf: (reference: NamedReference) => { readonly value?: string; readonly isDeferred?: true } | undefined,
): readonly PushWarning[] {
  const warnings: PushWarning[] = [];
  const judge = (value: string, what: string) => {
    const [, text] = JUDGEMENTS.find(([applies]) => applies(value)) ?? [];
    if (text) warnings.push({ text: text(l10n.t("The value of {0}", what)), general: text(l10n.t("A value")) });
  };
  mapReferenceTexts(request, variantNumbered(variant), (text, [root, ...path]) => {
    const property = sanitizeText((root === "setup" ? path : [root]).join("."), 80);
    const parsed = parseReferences(text);
    // Text beside a reference is left alone.
    const literal = literalText(parsed);
    if (literal !== undefined) judge(literal, property);
    for (const reference of parsed.references) {
      const { value, isDeferred } = resultOf(reference) ?? {};
      if (value !== undefined && !isDeferred)
        judge(value, l10n.t("{0} (from {1})", property, describeReference(reference)));
    }
    return text;
  });
  return warnings;
}

/** Judges what a setup leaves out, because the interface doesn't say whether an update replaces or merges a setup. */
export function judgeSetup({
  request: { setup },
  variant,
  leftOut,
}: Pick<InspectResult, "request" | "variant" | "leftOut">) {
  const warnings: PushWarning[] = [];
  const { closed = true, fields = [] } = variantNumbered(variant) ?? {};
  const isKnown = (name: string) => name === "type" || fields.some((field) => field.name === name);
  if (!closed && fields.every(({ secret }) => !secret) && isObject(setup) && Object.keys(setup).every(isKnown))
    warnings.push({
      text: l10n.t(
        "The setup has no key: it has only {0}. The interface names no property for the key.",
        formatNarrowList(fields.map(({ name }) => name)),
      ),
      general: l10n.t("A setup has no key."),
    });
  const names = formatNarrowList(leftOut);
  if (leftOut.length > 0 && setup !== undefined)
    warnings.push({
      text:
        leftOut.length === 1
          ? l10n.t("left out: {0} (the interface doesn't specify whether the service keeps or removes it)", names)
          : l10n.t("left out: {0} (the interface doesn't specify whether the service keeps or removes them)", names),
    });
  return warnings;
}
