import * as l10n from "@vscode/l10n";
import { inOrder } from "./edits.js";
import { isUsable, type Edit, type Fix, type FixContext } from "./fix.js";
import { fixers } from "./table.js";

/**
 * The fixes nobody could want otherwise, all in one, as far as they do not touch
 * each other: what is left is found when it is asked for again.
 */
export async function fixAll(context: FixContext): Promise<Fix | undefined> {
  const taken: Edit[] = [];
  for (const finding of context.findings) {
    const fixes = (await fixers[finding.code]?.(finding, context)) ?? [];
    const certain = fixes.find((fix) => fix.certain && isUsable(fix));
    if (certain?.edits.every((edit) => taken.every((other) => isApart(edit, other)))) taken.push(...certain.edits);
  }
  return taken.length === 0 ? undefined : { title: l10n.t("Fix all"), edits: inOrder(taken) };
}

function isApart(a: Edit, b: Edit): boolean {
  return a.end < b.start || b.end < a.start;
}
