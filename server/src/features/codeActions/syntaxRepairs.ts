import * as l10n from "@vscode/l10n";
import { openBrackets, type SyntaxFault, type Token } from "../../document/tree.js";
import { quoted } from "../../rules/wording.js";
import { endOfLine, indentationAt, layoutOf, quote } from "../insertion.js";
import { replace } from "./edits.js";
import type { Edit, Fix } from "./fix.js";

export interface Broken {
  readonly text: string;
  readonly fault: SyntaxFault;
  readonly tokens: readonly Token[];
  /** The index of the token at the fault, or the number of tokens if the fault is at the end. */
  readonly at: number;
}

type Change = Pick<Fix, "title" | "edits">;

/** A change that may fix a syntax error. */
export interface Repair extends Change {
  /** The distance of a changed character from the fault; negative if the change is more than a typo. */
  readonly distance: number;
}

const PEM_IN_LINES = /^"-----BEGIN [^"]*-----END [A-Z \d]+-----\s*"/;
const KEY = /^[\w$@.-]+(?: [\w$@.-]+)*(?=[^\S\r\n]*:)|^\w+(?=\s*[,}\r\n])/;
/** An unquoted value, up to a comment or the end of the value. No quote of another string may follow. */
const VALUE = /^(?![=*;]|\/\s)(?:\$\{[^"{}\r\n]*\}|(?!\s+\/\/|\s*\/\*)[^",{}[\]\r\n])+(?![^",{}[\]\r\n]*")/;
const SINGLE_QUOTED = /^'([^'"\\\r\n]*)'/;
const ENDS_VALUE = /^\s*(?:[,}\]]|\/[/*]|$)/;
const SEPARATOR_ALONE = /^\s*[:,]\s*$/;
const BRACKETS = "{}[]";
const STRUCTURE = ["{", "}", "[", "]", ":", ","];
/** Characters that are often typed instead of structure or next to it. */
const TYPO_CHARACTERS = `${BRACKETS}:,;=()<>|'\`\\/*.`;
/** How far before the fault to try changing a character. */
const REACH_TOKENS = 6;
/** How far before the fault to try changing a bracket. Less in a long text, which is parsed for each try. */
const BRACKET_REACH_TOKENS = 120;
const MAX_PARSED_CHARACTERS = 300_000;
/** How far before the end of a string to try inserting its quote. */
const TAIL_CHARACTERS = 100;

/** Yields possible repairs. Of those with the same result, the better one comes first. */
export function* repairsOf(broken: Broken): Generator<Repair> {
  for (const make of [quoteWords, escapeInnerQuotes, insertEmptyValue, closeEnds])
    for (const change of make(broken)) yield { ...change, distance: -1 };
  yield* undoTypos(broken);
}

function insert(offset: number, added: string): readonly Edit[] {
  return [replace(offset, offset, added)];
}

/** Quotes words that have no quotes or single ones. */
function* quoteWords({ text, fault, tokens, at }: Broken): Generator<Change> {
  const first = tokens[at - 1]?.kind === "word" ? at - 1 : at;
  const start = tokens[first]?.offset ?? fault.offset;
  const before = tokens[first - 1]?.kind;
  if (before !== "{" && before !== "[" && before !== ":" && before !== ",") return;
  const line = text.slice(start, endOfLine(text, start));
  const isKey = before !== ":" && openBefore(tokens, first).at(-1)?.kind === "{";
  const [single, inside] = SINGLE_QUOTED.exec(line) ?? [];
  const written = single ?? (isKey ? KEY : VALUE).exec(line)?.[0].trimEnd() ?? "";
  if (/[^\W_]/.test(written))
    yield {
      title: l10n.t("Enclose in double quotes"),
      edits: [replace(start, start + written.length, quote(inside ?? written))],
    };
}

/** Escapes quotes inside a value, up to each one that may end it, or removes a duplicate quote. */
function* escapeInnerQuotes({ text, tokens, at }: Broken): Generator<Change> {
  const [colon, value, next] = tokens.slice(Math.max(0, at - 2), at + 1);
  if (colon?.kind !== ":" || value?.kind !== "string" || value.open) return;
  if (next?.kind === "string" && next.offset === value.end && !value.text.includes('"'))
    yield {
      title: l10n.t("Remove the extra double quote"),
      edits: [replace(next.offset, next.offset + 1, "")],
    };
  const line = text.slice(0, endOfLine(text, value.offset));
  const edits: Edit[] = [];
  let last = value.end - 1;
  for (let end = line.indexOf('"', value.end); end >= 0; end = line.indexOf('"', end + 1)) {
    if (SEPARATOR_ALONE.test(line.slice(last + 1, end))) return;
    edits.push(...insert(last, "\\"));
    if (ENDS_VALUE.test(line.slice(end + 1)))
      yield { title: l10n.t('Escape the inner double quotes as \\"'), edits: [...edits] };
    last = end;
  }
}

/** Inserts a missing value with the cursor in it. */
function* insertEmptyValue({ text, tokens, at }: Broken): Generator<Change> {
  const [before, next] = [tokens[at - 1], tokens[at]];
  if (!before || (next && next.kind !== "}" && next.kind !== ",")) return;
  const open = openBefore(tokens, at);
  const isKey =
    before.kind === "string" &&
    /^[\w$.-]*$/.test(before.text) &&
    open.at(-1)?.kind === "{" &&
    tokens[at - 2]?.kind !== ":";
  if (before.kind !== ":" && !isKey) return;
  const start = before.end + (!isKey && /^ (?!})/.test(text.slice(before.end)) ? 1 : 0);
  const prefix = isKey ? ": " : start === before.end ? " " : "";
  const closers = next ? "" : closersOf(text, open, start);
  for (const [opening, closing] of [
    ['"', '"'],
    ["{", "}"],
  ] as const)
    yield {
      title: l10n.t("Insert an empty value"),
      edits: [{ start, end: start, text: [`${prefix}${opening}`, {}, `${closing}${closers}`] }],
    };
}

/** Repairs the end of the text, a string or a comment. */
function* closeEnds({ text, fault: { kind, offset }, tokens, at }: Broken): Generator<Change> {
  const open = openBefore(tokens, at);
  const end = tokens[at - 1]?.end ?? 0;
  if (!tokens[at] && open.length > 0)
    yield { title: titleOfClosers(open), edits: insert(end, closersOf(text, open, end)) };
  if (kind === "EndOfFileExpected" && /^[\s,}\]]+$/.test(text.slice(offset)))
    yield {
      title: l10n.t("Remove everything after the closing brace"),
      edits: [replace(offset, text.trimEnd().length, "")],
    };
  const [pem] = PEM_IN_LINES.exec(text.slice(offset)) ?? [];
  if (pem !== undefined)
    yield {
      title: l10n.t("Write line breaks as \\n"),
      edits: [replace(offset, offset + pem.length, pem.replaceAll(/\r?\n/g, "\\n"))],
    };
  if (kind === "UnexpectedEndOfComment")
    yield { title: l10n.t("Close the comment"), edits: insert(endOfLine(text, offset), " */") };
}

function openBefore(tokens: readonly Token[], index: number): readonly Token[] {
  return openBrackets(tokens.slice(0, index)) ?? [];
}

/** The brackets that close what's open at the end of a text, each on its own line if its content spans lines. */
function closersOf(text: string, open: readonly Token[], end: number): string {
  const closers = open.map(({ kind, offset }) => {
    const inLines = text.slice(offset, end).includes("\n");
    return `${inLines ? `${layoutOf(text).lineBreak}${indentationAt(text, offset)}` : ""}${kind === "{" ? "}" : "]"}`;
  });
  return closers.reverse().join("");
}

function titleOfClosers([first, ...others]: readonly Token[]): string {
  if (others.length > 0) return l10n.t("Add the missing braces and brackets");
  return first?.kind === "{" ? l10n.t("Add the missing brace") : l10n.t("Add the missing bracket");
}

/**
 * Changes of one character that could undo a typo near the fault. If brackets don't match, also changes of earlier
 * brackets.
 */
function* undoTypos({ text, fault, tokens, at }: Broken): Generator<Repair> {
  const replaceCharacter = (start: number, end: number, added: string): Repair => ({
    title: titleOf(text.slice(start, end), added),
    edits: [replace(start, end, added)],
    distance: Math.abs(start - fault.offset),
  });
  const reachOfBrackets = isBalanced(tokens) ? 0 : Math.min(BRACKET_REACH_TOKENS, MAX_PARSED_CHARACTERS / text.length);
  for (const [index, token] of tokens.entries()) {
    const { kind, offset, end } = token;
    // Changes further on can't fix the error.
    if (index > at + 1) break;
    const isNear = at - REACH_TOKENS <= index;
    const takesBrackets = reachOfBrackets > 0 && at - reachOfBrackets <= index;
    const takes = (character: string): boolean => (BRACKETS.includes(character) ? takesBrackets : isNear);
    if (kind !== "string") {
      for (let place = offset; place < end; place++) {
        const written = text.charAt(place);
        if (!TYPO_CHARACTERS.includes(written)) continue;
        if (takes(written)) yield replaceCharacter(place, place + 1, "");
        if (isNear) yield replaceCharacter(place, place + 1, '"');
        for (const other of STRUCTURE)
          if (takes(other) && takes(written)) yield replaceCharacter(place, place + 1, other);
      }
      if (kind === "word" && isNear) yield replaceCharacter(offset, offset, '"');
    } else if (at - 2 <= index) {
      yield* undoTyposInString(text, token, replaceCharacter);
    }
    if (isNear) for (const separator of ",:") yield replaceCharacter(end, end, separator);
    if (!takesBrackets) continue;
    for (const opening of "{[") yield replaceCharacter(offset, offset, opening);
    const open = openBefore(tokens, index + 1).slice(-1);
    if (open.length > 0)
      yield {
        ...replaceCharacter(end, end, ""),
        title: titleOfClosers(open),
        edits: insert(end, closersOf(text, open, end)),
      };
  }
  if (/^[/*][^"\r\n]*$/m.test(text.slice(fault.offset)))
    yield { ...replaceCharacter(fault.offset, fault.offset, "/"), title: l10n.t("Change to a comment") };
}

/** Repairs a quote that's extra, missing, or typed as another character. */
function* undoTyposInString(
  text: string,
  { offset, end, open }: Token,
  replaceCharacter: (start: number, end: number, added: string) => Repair,
): Generator<Repair> {
  for (const place of open ? [offset] : [offset, end - 1])
    for (const other of ["", ...STRUCTURE]) yield replaceCharacter(place, place + 1, other);
  for (let place = Math.max(offset + 1, end - TAIL_CHARACTERS); place <= end; place++) {
    const written = text.charAt(place);
    if (place < end ? /[\w\s]/.test(written) : !open) continue;
    const trimmed = text.slice(0, place).trimEnd().length;
    yield replaceCharacter(trimmed, trimmed, '"');
    if (place === end || written === '"') continue;
    yield replaceCharacter(place, place + 1, '"');
    if (written !== "\\") continue;
    yield { ...replaceCharacter(place, place, "\\"), distance: 0 };
    yield replaceCharacter(place, place + 1, "");
  }
}

function isBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const { kind } of tokens) {
    if (kind === "{" || kind === "[") open.push(kind === "{" ? "}" : "]");
    else if ((kind === "}" || kind === "]") && open.pop() !== kind) return false;
  }
  return open.length === 0;
}

function titleOf(removed: string, added: string): string {
  if (added === "") {
    if (removed === ",") return l10n.t("Remove the extra comma");
    return removed === '"' ? l10n.t("Remove the extra double quote") : l10n.t("Remove {0}", quoted(removed));
  }
  if (added === '"') return l10n.t("Add the missing double quote");
  if (added === "\\") return l10n.t("Escape the backslash as \\\\");
  if (removed !== "") return l10n.t("Change to {0}", quoted(added));
  return ADDED[added]?.() ?? "";
}

const ADDED: Readonly<Record<string, () => string>> = {
  ",": () => l10n.t("Add the missing comma"),
  ":": () => l10n.t("Add the missing colon"),
  "{": () => l10n.t("Add the missing brace"),
  "[": () => l10n.t("Add the missing bracket"),
};

/** Escapes characters that JSON doesn't allow in a string. */
export function badValueRepair({ text, fault: { kind, offset, length } }: Broken): readonly Repair[] {
  const end = offset + length;
  const token = text.slice(offset, end);
  if (kind === "InvalidEscapeCharacter") {
    const fixed = token.replaceAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\/g, (escape) =>
      escape === "\\" ? "\\\\" : escape,
    );
    return [{ title: l10n.t("Escape the backslash as \\\\"), edits: [replace(offset, end, fixed)], distance: -1 }];
  }
  if (kind !== "InvalidCharacter") return [];
  const fixed = token.replaceAll(/\p{Cc}/gu, (character) => quote(character).slice(1, -1));
  return [{ title: l10n.t("Escape the control character"), edits: [replace(offset, end, fixed)], distance: -1 }];
}
