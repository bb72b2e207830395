import { readSetupFile } from "../../document/setupFile.js";
import { parseText, type Token, tokensOf } from "../../document/tree.js";
import { checkFile } from "../../rules/check.js";
import { toPlainText } from "../insertion.js";
import type { Edit, Fixer } from "./fix.js";
import { badValueRepair, repairsOf, type Broken, type Repair } from "./syntaxRepairs.js";

/** Each repair is tried by parsing the text, a few hundred times in total. */
const MAX_TEXT_LENGTH = 20_000;
/** The total for all repairs, since a long run of punctuation allows thousands. */
const MAX_PARSED_CHARACTERS = 5_000_000;
const MAX_COMPARED_REPAIRS = 12;
/** Characters that are rarely part of a key, but often next to one. */
const ODD_IN_KEY = /^\s|[{}[\]:,"'\\;=()<>|`/*]|\s$/;

interface Trial extends Repair {
  readonly after: string;
  /** The length of the text after the next syntax error; -1 if there's none. */
  readonly rest: number;
  readonly oddKeys: number;
}

/**
 * Offers the repair that makes the text valid JSON with the fewest problems. If other syntax errors remain, the one
 * whose next error is furthest on. Never turns a key into a value or a value into a key.
 */
export const syntax: Fixer = (finding, { file: { text, syntaxFault, badValues } }) => {
  const badValue = badValues.find(({ offset }) => offset === finding.problem.start);
  const fault = badValue ?? syntaxFault;
  if (!fault || text.length > MAX_TEXT_LENGTH) return [];
  const tokens = [...tokensOf(text)];
  const found = tokens.findIndex(({ end }) => end > fault.offset);
  const broken: Broken = { text, fault, tokens, at: found < 0 ? tokens.length : found };
  const earlier = badValues.filter(({ offset }) => offset < fault.offset).length;
  const trials: Trial[] = [];
  let parsed = 0;
  for (const repair of badValue ? badValueRepair(broken) : repairsOf(broken)) {
    if ((parsed += text.length) > MAX_PARSED_CHARACTERS) break;
    const trial = tryRepair(broken, repair, earlier);
    if (trial) trials.push(trial);
  }
  const sorted = sortBy(trials, ({ rest, oddKeys, distance }) => [rest, oddKeys, distance]);
  const likely = sorted.slice(0, MAX_COMPARED_REPAIRS);
  const [best] = sortBy(likely, ({ after, rest, oddKeys, edits, distance }) => [
    rest,
    oddKeys,
    ...(rest < 0 && likely.length > 1 ? problemsIn(after) : []),
    distance < 0 ? 0 : removedBy(edits),
  ]);
  return best ? [{ title: best.title, edits: best.edits, preferred: true }] : [];
};

/** Tries a repair. @param earlier the number of bad values before the fault. @returns undefined if it doesn't help. */
function tryRepair({ text, fault, tokens }: Broken, repair: Repair, earlier: number): Trial | undefined {
  const after = applyEdits(text, repair.edits);
  const { syntaxFault, badValues, isTooDeep } = parseText(after);
  const next = badValues[earlier] ?? syntaxFault;
  const rest = next ? after.length - next.offset : -1;
  if (isTooDeep || rest >= text.length - fault.offset) return undefined;
  const tokensAfter = [...tokensOf(after)];
  // If text is left beside the root value, the repair doesn't help.
  if (next?.kind === "EndOfFileExpected" && fault.kind !== "EndOfFileExpected") return undefined;
  if (next && !isRightUpTo(next.offset, text, repair, after, tokensAfter)) return undefined;
  if (!keepsRoles(tokens, repair.edits, tokensAfter)) return undefined;
  const keys = tokensAfter.filter((_, index) => tokensAfter[index + 1]?.kind === ":");
  const oddKeys = keys.filter((key) => ODD_IN_KEY.test(key.text)).length;
  return { ...repair, after, rest, oddKeys };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (current, { start, end, text: added }) => current.slice(0, start) + toPlainText(added) + current.slice(end),
    text,
  );
}

/** Whether a repair is certainly right although another error follows. */
function isRightUpTo(
  next: number,
  text: string,
  { edits, distance }: Repair,
  after: string,
  tokens: readonly Token[],
): boolean {
  const before = tokens.findLast(({ offset }) => offset < next);
  const [edit] = edits;
  if (!edit || !before || (after[next] === ":" && before.kind === "string")) return false;
  const added = toPlainText(edit.text);
  const isBeside = before.offset <= edit.start + added.length && !after.slice(before.end, next).includes("\n");
  if (isBeside) return false;
  return distance < 0 || (added === "" ? ",;".includes(text.slice(edit.start, edit.end)) : ',:"'.includes(added));
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

function problemsIn(text: string): readonly number[] {
  const findings = checkFile(readSetupFile(text));
  return [findings.filter(({ severity }) => severity === "error").length, findings.length];
}

function removedBy(edits: readonly Edit[]): number {
  return edits.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Sorts by the first number that differs. */
function sortBy<T>(items: readonly T[], numbersOf: (item: T) => readonly number[]): readonly T[] {
  const numbered = items.map((item) => ({ item, numbers: numbersOf(item) }));
  numbered.sort((a, b) => {
    const index = a.numbers.findIndex((number, at) => number !== b.numbers[at]);
    return (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
  });
  return numbered.map(({ item }) => item);
}
