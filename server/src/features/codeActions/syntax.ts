import { parseText, type Token, tokensOf } from "../../document/tree.js";
import { toPlainText } from "../insertion.js";
import type { Edit, Fixer } from "./fix.js";
import { badValueRepair, repairsOf, type Broken, type Repair } from "./syntaxRepairs.js";

/** Each repair is tried by parsing the text. */
const MAX_TEXT_LENGTH = 20_000;
/** A value with many quotes allows many repairs. */
const MAX_REPAIRS = 50;

/** Offers the first repair that moves the next syntax error furthest. Never turns a key into a value or a value into a key. */
export const syntax: Fixer = (finding, { file: { text, syntaxFault, badValues } }) => {
  const badValue = badValues.find(({ offset }) => offset === finding.problem.start);
  const fault = badValue ?? syntaxFault;
  if (!fault || text.length > MAX_TEXT_LENGTH) return [];
  const tokens = [...tokensOf(text)];
  const found = tokens.findIndex(({ end }) => end > fault.offset);
  const broken: Broken = { text, fault, tokens, at: found < 0 ? tokens.length : found };
  const earlier = badValues.filter(({ offset }) => offset < fault.offset).length;
  let best: { readonly repair: Repair; readonly rest: number } | undefined;
  for (const repair of [...(badValue ? badValueRepair(broken) : repairsOf(broken))].slice(0, MAX_REPAIRS)) {
    const rest = restAfter(broken, repair, earlier);
    if (rest !== undefined && rest < (best?.rest ?? Infinity)) best = { repair, rest };
    if (rest === -1) break;
  }
  return best ? [{ ...best.repair, preferred: true }] : [];
};

/**
 * Tries a repair.
 * @param earlier the number of bad values before the fault.
 * @returns the length of the text after the next syntax error, -1 if there's none; undefined if the repair doesn't help.
 */
function restAfter({ text, fault, tokens }: Broken, repair: Repair, earlier: number): number | undefined {
  const after = applyEdits(text, repair.edits);
  const { syntaxFault, badValues, isTooDeep } = parseText(after);
  const next = badValues[earlier] ?? syntaxFault;
  const rest = next ? after.length - next.offset : -1;
  if (isTooDeep || rest >= text.length - fault.offset) return undefined;
  const tokensAfter = [...tokensOf(after)];
  // If text is left beside the root value, the repair doesn't help.
  if (next?.kind === "EndOfFileExpected" && fault.kind !== "EndOfFileExpected") return undefined;
  if (next && !isRightUpTo(next.offset, repair, after, tokensAfter)) return undefined;
  return keepsRoles(tokens, repair.edits, tokensAfter) ? rest : undefined;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (current, { start, end, text: added }) => current.slice(0, start) + toPlainText(added) + current.slice(end),
    text,
  );
}

/** Whether a repair is certainly right although another error follows: not beside it in the same line. */
function isRightUpTo(next: number, { edits }: Repair, after: string, tokens: readonly Token[]): boolean {
  const before = tokens.findLast(({ offset }) => offset < next);
  const [edit] = edits;
  if (!edit || !before || (after[next] === ":" && before.kind === "string")) return false;
  return before.offset > edit.start + toPlainText(edit.text).length || after.slice(before.end, next).includes("\n");
}

/** Whether each string that a colon makes a key or a value stays one. */
function keepsRoles(before: readonly Token[], edits: readonly Edit[], after: readonly Token[]): boolean {
  const rolesAfter = new Map(rolesIn(after).map((role) => [role.offset, role]));
  return rolesIn(before).every(({ offset, end, open, isKey }) => {
    // An edit at the end of an unclosed string is inside it.
    if (edits.some((edit) => edit.start < (open ? end + 1 : end) && edit.end > offset)) return true;
    const shift = edits
      .filter((edit) => edit.end <= offset)
      .reduce((sum, edit) => sum + toPlainText(edit.text).length - (edit.end - edit.start), 0);
    const now = rolesAfter.get(offset + shift);
    return now?.isKey === isKey && now.end === end + shift;
  });
}

function rolesIn(tokens: readonly Token[]): readonly (Token & { readonly isKey: boolean })[] {
  return tokens.flatMap((token, index) => {
    const [isValue, isKey] = [tokens[index - 1]?.kind === ":", tokens[index + 1]?.kind === ":"];
    return token.kind === "string" && isKey !== isValue ? [{ ...token, isKey }] : [];
  });
}
