import { createScanner, type NodeType, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../../schemas/references.js";

type TokenKind = "{" | "}" | "[" | "]" | ":" | "," | "string" | "word";

export interface Token {
  readonly kind: TokenKind;
  readonly offset: number;
  readonly end: number;
  /** The decoded value of a string, or else the source text. */
  readonly text: string;
  /** Whether it's a string without one of its quotes. */
  readonly open: boolean;
}

export interface Comment {
  readonly offset: number;
  readonly end: number;
  /** Whether text that's typed at its end belongs to it: true for line comments and unclosed block comments. */
  readonly open: boolean;
}

// jsonc-parser declares its kinds as const enums, which `isolatedModules` can't read.
const KINDS: Readonly<Record<number, TokenKind>> = { 1: "{", 2: "}", 3: "[", 4: "]", 5: ",", 6: ":", 10: "string" };
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANKS = 15;
const END = 17;
const NO_END_OF_COMMENT = 1;
const NO_END_OF_STRING = 2;
const BYTE_ORDER_MARK = 0xfeff;

export function* tokensOf(
  text: string,
  onComment: (comment: Comment) => void = () => undefined,
): Generator<Token, undefined> {
  const scanner = createScanner(text.charCodeAt(0) === BYTE_ORDER_MARK ? ` ${text.slice(1)}` : text, false);
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === END) return undefined;
    const error: number = scanner.getTokenError();
    const offset = scanner.getTokenOffset();
    const end = offset + scanner.getTokenLength();
    if (kind === LINE_BREAK || kind === BLANKS) continue;
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) {
      onComment({ offset, end, open: kind === LINE_COMMENT || error === NO_END_OF_COMMENT });
    } else {
      yield {
        kind: KINDS[kind] ?? "word",
        offset,
        end,
        text: scanner.getTokenValue(),
        open: error === NO_END_OF_STRING,
      };
    }
  }
}

/**
 * Finds the root value without parsing the text.
 * @returns its offset; the length of the text if that only has whitespace and comments.
 */
export function startOfRoot(text: string): number {
  return tokensOf(text).next().value?.offset ?? text.length;
}

export interface JsonNode {
  readonly type: NodeType;
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly length: number;
  readonly parent?: JsonNode;
  /** The value of a string (decoded), number, boolean or null. */
  readonly value?: string | number | boolean | null;
  /** The children of objects, arrays and properties. A property has its key and, if present, its value. */
  readonly children?: JsonNode[];
}

export function sourceTextOf(text: string, { offset, length }: Pick<JsonNode, "offset" | "length">): string {
  return text.slice(offset, offset + length);
}

export type SyntaxErrorKind = ReturnType<typeof printParseErrorCode>;

export interface SyntaxFault {
  readonly kind: SyntaxErrorKind;
  readonly offset: number;
  readonly length: number;
}

export interface Tree {
  /** Absent if the text has no value. */
  readonly root: JsonNode | undefined;
  /** The first error that makes the structure uncertain. */
  readonly syntaxFault: SyntaxFault | undefined;
  /** Invalid values in a sound structure, such as a bad escape. */
  readonly badValues: readonly SyntaxFault[];
}

/** Maximum nesting of objects and arrays. The parser runs out of stack at some thousands. */
export const MAX_DEPTH = 200;

/** Errors inside one token, after which the scanner continues. */
const INSIDE_VALUE: ReadonlySet<string> = new Set<SyntaxErrorKind>([
  "InvalidUnicode",
  "InvalidEscapeCharacter",
  "InvalidCharacter",
]);
const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/**
 * Parses a text as JSON with comments and trailing commas. The tree lacks what can't be parsed.
 * @returns undefined if it's too deeply nested.
 */
export function parseText(text: string): Tree | undefined {
  if (hasManyBrackets(text) && !openBrackets(tokensOf(text))) return undefined;
  const errors: ParseError[] = [];
  const read = text.charCodeAt(0) === BYTE_ORDER_MARK ? ` ${text.slice(1)}` : text;
  const root: JsonNode | undefined = parseTree(read, errors, OPTIONS);
  const badValues: SyntaxFault[] = [];
  for (const error of errors) {
    const fault = { kind: kindOf(error, text), offset: error.offset, length: error.length };
    if (!INSIDE_VALUE.has(fault.kind) || isKey(root, fault.offset)) return { root, syntaxFault: fault, badValues };
    badValues.push(fault);
  }
  return { root, syntaxFault: undefined, badValues };
}

/** Most texts have fewer brackets than the maximum depth, so that the exact check is rare. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++count > MAX_DEPTH) return true;
  return false;
}

/**
 * The objects and arrays that are open after some tokens, outermost first. Like the parser, ignores a bracket that
 * doesn't match.
 * @returns undefined if more than `MAX_DEPTH` are ever open.
 */
export function openBrackets(tokens: Iterable<Token>): readonly Token[] | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "{" || token.kind === "[") open.push(token);
    else if (token.kind === (open.at(-1)?.kind === "{" ? "}" : "]")) open.pop();
    if (open.length > MAX_DEPTH) return undefined;
  }
  return open;
}

/** What can't be in an array, only after it: a closing brace, a colon, or a key with its colon. */
const BEHIND_ARRAY = /^(?:"(?:[^"\\\r\n]|\\.)*"\s*)?[:}]/;

/**
 * Corrects the parser's kind of error. The parser also reports a missing comma or value if an array or object isn't
 * closed, and a missing value if an object's comma separates nothing.
 */
function kindOf({ error, offset }: ParseError, text: string): SyntaxErrorKind {
  const kind = printParseErrorCode(error);
  if (kind !== "CommaExpected" && kind !== "ValueExpected" && kind !== "PropertyNameExpected") return kind;
  const before = [...tokensOf(text.slice(0, offset))];
  const open = openBrackets(before) ?? [];
  if (open.at(-1)?.kind === "[" && BEHIND_ARRAY.test(text.slice(offset))) return "CloseBracketExpected";
  if (open.at(-1)?.kind !== "{" || before.at(-1)?.kind === ":") return kind;
  if (text[offset] === "]" && open.some((token) => token.kind === "[")) return "CloseBraceExpected";
  return kind === "ValueExpected" ? "PropertyNameExpected" : kind;
}

function isKey(root: JsonNode | undefined, offset: number): boolean {
  const node = nodesAt(root, offset).at(-1);
  return node?.offset === offset && node.parent?.type === "property" && node.parent.children?.[0] === node;
}

/** The nodes around an offset, outermost first. The offset right after a node counts as inside. */
export function nodesAt(root: JsonNode | undefined, offset: number): readonly JsonNode[] {
  const found: JsonNode[] = [];
  let node = root;
  while (node && node.offset <= offset && offset <= node.offset + node.length) {
    found.push(node);
    node = node.children?.findLast((child) => child.offset <= offset);
  }
  return found;
}

export interface Property {
  /** Its name, with escapes decoded. */
  readonly name: string;
  /** The whole property, from its key to the end of its value. */
  readonly node: JsonNode;
  readonly key: JsonNode;
  /** Absent if the text ends before the value. */
  readonly value: JsonNode | undefined;
}

export interface JsonObject {
  readonly node: JsonNode;
  /** Without duplicates, in text order. The last property with a name counts. */
  readonly properties: readonly Property[];
  /** Properties whose name occurred before, in text order. */
  readonly duplicates: readonly Property[];
}

export function readObject(node: JsonNode): JsonObject {
  const all: Property[] = [];
  const duplicates: Property[] = [];
  const last = new Map<string, Property>();
  for (const child of node.children ?? []) {
    const [key, value] = child.children ?? [];
    if (!key) continue;
    const property = { name: String(key.value), node: child, key, value };
    all.push(property);
    if (last.has(property.name)) duplicates.push(property);
    last.set(property.name, property);
  }
  const properties = duplicates.length === 0 ? all : all.filter((property) => last.get(property.name) === property);
  return { node, properties, duplicates };
}

export function propertyOf(object: JsonObject, name: string): Property | undefined {
  return object.properties.find((property) => property.name === name);
}

export function has(named: readonly { readonly name: string }[], name: string): boolean {
  return named.some((candidate) => candidate.name === name);
}

/** The duplicate properties of an object or array and everything in it, in text order. */
export function duplicatesWithin(node: JsonNode): readonly Property[] {
  const own = node.type === "object" ? readObject(node).duplicates : [];
  const values = (node.children ?? []).map((child) => (node.type === "object" ? child.children?.[1] : child));
  return [...own, ...values.flatMap((value) => (value?.children ? duplicatesWithin(value) : []))];
}

export function spanOf({ offset, length }: JsonNode): Span {
  return { start: offset, end: offset + length };
}

export function rangeBetween(document: TextDocument, start: number, end: number): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** The range of a node, including a string's quotes or an object's braces. */
export function rangeOf(document: TextDocument, node: JsonNode): Range {
  return rangeBetween(document, node.offset, node.offset + node.length);
}
