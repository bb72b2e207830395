import * as l10n from "@vscode/l10n";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { judge, keyDue, notAPair } from "../../../schemas/judgements.js";
import { belongTogether, type KeyKind } from "../../../schemas/pemFault.js";
import { literalText, parseReferences } from "../../../schemas/references.js";
import { variants } from "../../../schemas/variants.js";
import { formatNarrowList, joinSentences } from "../text/locale.js";
import { isObject } from "../text/json.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { describeReference, type NamedReference } from "./referenceProblems.js";
import { mapReferenceTexts, variantNumbered } from "./texts.js";

/** What a person should know before a push. Never contains a value. */
export interface PushWarning {
  readonly text: string;
  /** The same warning for several pushes, without details of one. */
  readonly general?: string;
  /** Whether a placeholder would be sent. Only a person can decide that. */
  readonly isUnfilled?: boolean;
}

/**
 * Judges the values that an update sends. Those that are read only when a plan is applied aren't known.
 * @param resultOf looks up a reference.
 */
export function judgeValues(
  { request, variant }: Pick<InspectResult, "request" | "variant">,
  resultOf: (reference: NamedReference) => { readonly value?: string; readonly isDeferred?: true } | undefined,
): readonly PushWarning[] {
  const warnings: PushWarning[] = [];
  const keys: Partial<Record<KeyKind, { readonly value: string; readonly what: string }>> = {};
  const { type, algorithm } = isObject(request.setup) ? request.setup : {};
  const { fields = [] } = variantNumbered(variant) ?? variants.find((one) => one.type === type) ?? {};
  mapReferenceTexts(request, (text, [root, ...path]) => {
    const property = sanitizeText((root === "setup" ? path : [root]).join("."), 80);
    const name = path.length === 1 ? String(path[0]) : "";
    const judgeOne = (value: string, what: string, isWhole: boolean) => {
      const field = fields.find((candidate) => candidate.name === name);
      const due = isWhole ? keyDue(name, field, algorithm) : undefined;
      if (due) keys[due] = { value, what };
      const { code, message } = judge(value, { due, isProse: root === "name", isHeader: name === "value" }) ?? {};
      if (message) warnings.push(warningOf(message, what, code === "unfilled-placeholder"));
    };
    const parsed = parseReferences(text);
    // Text beside a reference is left alone.
    const literal = literalText(parsed);
    if (literal !== undefined) judgeOne(literal, property, true);
    for (const reference of parsed.references) {
      const { value, isDeferred } = resultOf(reference) ?? {};
      if (value !== undefined && !isDeferred)
        judgeOne(value, l10n.t("{0} (from {1})", property, describeReference(reference)), parsed.parts.length === 1);
    }
    return text;
  });
  if (keys.private && keys.public && belongTogether(keys.private.value, keys.public.value) === false)
    warnings.push(warningOf(notAPair, keys.public.what));
  return warnings;
}

function warningOf(message: (what: string) => string, what: string, isUnfilled = false): PushWarning {
  const text = message(l10n.t("The value of {0}", what));
  return { text, general: message(l10n.t("A value")), ...(isUnfilled && { isUnfilled }) };
}

/** Says what this version doesn't know about a setup that a person pushes nevertheless. */
export function judgeUnknown({ unknown }: Pick<InspectResult, "unknown">): readonly PushWarning[] {
  const advice = l10n.t("The service decides whether it accepts it. Look for an update.");
  return unknown ? [{ text: joinSentences(...unknown, advice) }] : [];
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
