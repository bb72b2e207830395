import * as l10n from "@vscode/l10n";
import { asciiOf, hiddenInWord } from "../../../../schemas/hidden.js";
import { useOrdinaryCharacters } from "../../../../schemas/judgements.js";
import { openBrackets, parseText, type SyntaxFault, type Token, tokensOf } from "../../document/jsonTree.js";
import { quoted } from "../../rules/wording.js";
import { endOfLine, indentationAt, layoutOf, quote, toPlainText } from "../insertion.js";
import { replace } from "./edits.js";
import type { Edit, Fix, Fixer } from "./fix.js";

/** A syntax error in its text. */
interface Broken {
  readonly text: string;
  readonly fault: SyntaxFault;
  readonly tokens: readonly Token[];
  /** The index of the token at the fault, or the number of tokens if the fault is at the end. */
  readonly at: number;
}

/** A change that may fix a syntax error. */
type Repair = Pick<Fix, "title" | "edits">;

/** Each repair is tried by parsing the text. */
const MAX_TEXT_LENGTH = 20_000;
const PEM_IN_LINES = /^"-----BEGIN [^"]*-----END [A-Z \d]+-----\s*"/;
const KEY = /^[\w$@.-]+(?: [\w$@.-]+)*(?=[^\S\r\n]*:)|^\w+(?=\s*[,}\r\n])/;
/** An unquoted value, up to a comment or the end of the value. No quote of another string may follow. */
const VALUE =
  /^(?![=*;]|\/\s)(?:\$\{[^"{}\r\n]*\}|(?!\/\*)[^\s",{}[\]]|[^\S\r\n]+(?!\s|\/[/*]))+(?=[",{}[\]\r\n]|$|\s+\/\/|\s*\/\*)(?![^",{}[\]\r\n]*")/;
const SINGLE_QUOTED = /^'([^'"\\\r\n]*)'/;
/** The rest of a value with quotes inside, up to the one that ends it. */
const REST_OF_VALUE = /^[^\r\n]*?"(?=\s*(?:[,}\]]|\/[/*]|[\r\n]|$))/;

/** Offers the first repair after which the parser gets past the next comma or line, and that keeps all keys. */
export const syntaxFixes: Fixer = ({ problem }, { file: { text, syntaxFault, badValues } }) => {
  const badValue = badValues.find(({ offset }) => offset === problem.start);
  if (badValue) return escapeCharacters(text, badValue).map((repair) => ({ ...repair, preferred: true }));
  if (!syntaxFault || text.length > MAX_TEXT_LENGTH) return [];
  const tokens = [...tokensOf(text)];
  const found = tokens.findIndex(({ end }) => end > syntaxFault.offset);
  const broken: Broken = { text, fault: syntaxFault, tokens, at: found < 0 ? tokens.length : found };
  for (const repairs of REPAIRS)
    for (const repair of repairs(broken)) if (helps(broken, repair)) return [{ ...repair, preferred: true }];
  return [];
};

function helps({ text, tokens }: Broken, { edits }: Repair): boolean {
  const after = edits.reduceRight(
    (current, { start, end, text: added }) => current.slice(0, start) + toPlainText(added) + current.slice(end),
    text,
  );
  const next = parseText(after)?.syntaxFault;
  const keys = keysIn(tokensOf(after));
  // An error that follows at once shows that the repair is wrong.
  const end = Math.max(...edits.map((edit) => edit.end)) + after.length - text.length;
  return (!next || /[\n,]/.test(after.slice(end, next.offset))) && keysIn(tokens).every((key) => keys.includes(key));
}

function keysIn(tokens: Iterable<Token>): readonly string[] {
  const all = [...tokens];
  return all.filter(({ kind }, index) => kind === "string" && all[index + 1]?.kind === ":").map(({ text }) => text);
}

/** Escapes characters that JSON doesn't allow in a string. */
function escapeCharacters(text: string, { kind, offset, length }: SyntaxFault): readonly Repair[] {
  const token = text.slice(offset, offset + length);
  const change = (to: string): readonly Edit[] => [replace(offset, offset + length, to)];
  if (kind === "InvalidEscapeCharacter") {
    const fixed = token.replaceAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\/g, (escape) =>
      escape === "\\" ? "\\\\" : escape,
    );
    return [{ title: l10n.t("Escape the backslash as \\\\"), edits: change(fixed) }];
  }
  if (kind !== "InvalidCharacter") return [];
  const fixed = token.replaceAll(/\p{Cc}/gu, (character) => quote(character).slice(1, -1));
  return [{ title: l10n.t("Escape the control character"), edits: change(fixed) }];
}

/** Likeliest first. */
const REPAIRS: readonly ((broken: Broken) => Iterable<Repair>)[] = [
  replaceHidden,
  quoteWords,
  escapeInnerQuotes,
  insertEmptyValue,
  closeEnds,
  separate,
  quoteOneSide,
];

/** Replaces characters that look like JSON's, such as curly quotes, and removes invisible ones. */
function* replaceHidden({ text, fault: { offset, length } }: Broken): Generator<Repair> {
  const token = text.slice(offset, offset + length);
  if (!hiddenInWord(token)) return;
  // What's between curly quotes is part of the same string.
  const line = text.slice(offset, endOfLine(text, offset));
  const written = /^[“”‘’]/.test(token) ? (line.split("//", 1)[0] ?? "").trimEnd() : token;
  const edits = [replace(offset, offset + written.length, asciiOf(written))];
  yield { title: useOrdinaryCharacters(), edits };
}

function insert(offset: number, added: string): readonly Edit[] {
  return [replace(offset, offset, added)];
}

/** Quotes words that have no quotes or single ones. */
function* quoteWords({ text, fault, tokens, at }: Broken): Generator<Repair> {
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

/** Escapes quotes inside a value, or the backslash before the quote that ends it. */
function* escapeInnerQuotes({ text, tokens, at }: Broken): Generator<Repair> {
  const [colon, value] = tokens.slice(Math.max(0, at - 2), at);
  if (colon?.kind !== ":" || value?.kind !== "string" || value.open) return;
  const backslash = text.slice(value.offset, value.end).search(/(?<!\\)\\"\s*[,}]/);
  if (backslash >= 0)
    yield { title: l10n.t("Escape the backslash as \\\\"), edits: insert(value.offset + backslash, "\\") };
  const start = value.end - 1;
  const [rest] = REST_OF_VALUE.exec(text.slice(value.end)) ?? [];
  const inner = text.slice(start, value.end + (rest ?? "").length - 1);
  if (rest !== undefined && !/"\s*[:,]\s*("|$)/.test(inner)) {
    yield {
      title: l10n.t('Escape the inner double quotes as \\"'),
      edits: [...inner.matchAll(/"/g)].flatMap(({ index }) => insert(start + index, "\\")),
    };
  }
}

/** Inserts a missing value with the cursor in it. */
function* insertEmptyValue({ text, tokens, at }: Broken): Generator<Repair> {
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
  const key = isKey ? before : tokens[at - 2];
  const [opening, closing] = key?.text === "setup" ? ["{", "}"] : ['"', '"'];
  yield {
    title: l10n.t("Insert an empty value"),
    edits: [{ start, end: start, text: [`${prefix}${opening}`, {}, `${closing}${closers}`] }],
  };
}

/** Repairs the end of the text, a string or a comment. */
function* closeEnds({ text, fault: { kind, offset }, tokens, at }: Broken): Generator<Repair> {
  const open = openBefore(tokens, at);
  const end = tokens[at - 1]?.end ?? 0;
  if (kind === "UnexpectedEndOfComment")
    yield { title: l10n.t("Close the comment"), edits: insert(endOfLine(text, offset), " */") };
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
}

/** Adds, replaces or removes what stands between keys, values and brackets. */
function* separate({ text, tokens, at }: Broken): Generator<Repair> {
  const [before, next] = [tokens[at - 1], tokens[at]];
  if (!before || !next) return;
  const { kind, offset, end } = next;
  const written = text.slice(offset, end);
  const change = (to: string): Repair => ({
    title: l10n.t("Change to {0}", quoted(to)),
    edits: [replace(offset, end, to)],
  });
  const open = openBefore(tokens, at).slice(-1);
  if (kind === "}" || kind === "]") {
    yield { title: titleOfClosers(open), edits: insert(before.end, closersOf(text, open, before.end)) };
    yield change(kind === "}" ? "]" : "}");
  } else if (kind === ",") yield { title: l10n.t("Remove the extra comma"), edits: [replace(offset, end, "")] };
  else if (kind === "string" && offset === before.end)
    yield { title: l10n.t("Remove the extra double quote"), edits: [replace(offset, offset + 1, "")] };
  else if (written === "=" || written === ";") {
    if (tokens[at + 1]?.kind === "}")
      yield { title: l10n.t("Remove {0}", quoted(written)), edits: [replace(offset, end, "")] };
    yield change(":");
    yield change(",");
  } else {
    yield { title: l10n.t("Add the missing colon"), edits: insert(before.end, ":") };
    yield { title: l10n.t("Add the missing comma"), edits: insert(before.end, ",") };
  }
}

/** Adds the double quote that's missing on one side of a text. */
function* quoteOneSide({ text, tokens, at }: Broken): Generator<Repair> {
  const title = l10n.t("Add the missing double quote");
  for (const { kind, offset, end, open } of tokens.slice(Math.max(0, at - 1), at + 1)) {
    if (kind === "word" && /\w/.test(text.charAt(offset))) yield { title, edits: insert(offset, '"') };
    if (kind === "string" && open)
      yield { title, edits: insert(offset + text.slice(offset, end).replace(/(?<!\W)\W+$/, "").length, '"') };
  }
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
