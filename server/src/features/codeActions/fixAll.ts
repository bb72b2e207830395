import * as l10n from "@vscode/l10n";
import { inOrder } from "./edits.js";
import type { Edit, Fix, FixContext } from "./fix.js";
import { fixesFor } from "./table.js";

/**
 * The fixes nobody could want otherwise, all in one, as far as they do not touch
 * each other: what is left is found when it is asked for again.
 */
export async function fixAll(context: FixContext): Promise<Fix | undefined> {
  const taken: Edit[] = [];
  for (const finding of context.findings) {
    const certain = (await fixesFor(finding, context)).find((fix) => fix.certain);
    if (certain?.edits.every((edit) => taken.every((other) => isApart(edit, other)))) taken.push(...certain.edits);
  }
  return taken.length === 0 ? undefined : { title: l10n.t("Fix all"), edits: inOrder(taken) };
}

function isApart(a: Edit, b: Edit): boolean {
  return a.end < b.start || b.end < a.start;
}
