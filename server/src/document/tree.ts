import { createScanner, type NodeType, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../../schemas/references.js";

type TokenKind = "{" | "}" | "[" | "]" | ":" | "," | "string" | "word";

export interface Token {
  readonly kind: TokenKind;
  readonly offset: number;
  readonly end: number;
  /** Of a string its decoded text, of anything else the text as it stands. */
  readonly text: string;
  /** A string that lacks one of its quotes. */
  readonly open: boolean;
}

export interface Comment {
  readonly offset: number;
  readonly end: number;
  /** The character after it would still belong to it: a line comment, or a block comment that isn't closed. */
  readonly open: boolean;
}

// jsonc-parser declares its kinds as constant enumerations, which isolated modules can't read.
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

export interface JsonNode {
  readonly type: NodeType;
  /** UTF-16 units from the beginning of the text. */
  readonly offset: number;
  readonly length: number;
  readonly parent?: JsonNode;
  /** Of strings (decoded), numbers, booleans and null. */
  readonly value?: string | number | boolean | null;
  /** Of objects, arrays and properties; a property's are its key and, if there is one, its value. */
  readonly children?: JsonNode[];
  readonly colonOffset?: number;
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
  /** Absent for a text without any value, and for one that is too deep. */
  readonly root: JsonNode | undefined;
  /** The first error that leaves the structure of the text in doubt. */
  readonly syntaxFault: SyntaxFault | undefined;
  /** Values that are wrong in themselves, such as a bad escape, while everything around them is sound. */
  readonly badValues: readonly SyntaxFault[];
  readonly faults: number;
  readonly isTooDeep: boolean;
}

/** Objects and arrays may stand inside each other this deep. The parser runs out of stack at some thousands. */
export const MAX_DEPTH = 200;

/** Errors inside one token, after which the scanner goes on. */
const INSIDE_VALUE: ReadonlySet<string> = new Set<SyntaxErrorKind>([
  "InvalidUnicode",
  "InvalidEscapeCharacter",
  "InvalidCharacter",
]);
const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/** Parses a text as JSON with comments and trailing commas. Never throws; the tree lacks what can't be parsed. */
export function parseText(text: string): Tree {
  // Most texts have fewer brackets in all than may stand inside each other.
  const brackets = text.split(/[{[]/, MAX_DEPTH + 2).length - 1;
  if (brackets > MAX_DEPTH && !openBrackets(tokensOf(text)))
    return { root: undefined, syntaxFault: undefined, badValues: [], faults: Infinity, isTooDeep: true };
  const errors: ParseError[] = [];
  const root: JsonNode | undefined = parseTree(text.replace(/^\uFEFF/, " "), errors, OPTIONS);
  const badValues: SyntaxFault[] = [];
  for (const error of errors) {
    const fault = { kind: kindOf(error, text), offset: error.offset, length: error.length };
    if (!INSIDE_VALUE.has(fault.kind) || isKey(root, fault.offset))
      return { root, syntaxFault: fault, badValues, faults: errors.length, isTooDeep: false };
    badValues.push(fault);
  }
  return { root, syntaxFault: undefined, badValues, faults: errors.length, isTooDeep: false };
}

/**
 * The objects and arrays that are open after some tokens, the outermost first. Like the parser, it takes a bracket that
 * closes something else for a mistake.
 * @returns undefined if there are more than `MAX_DEPTH` at once.
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

/** What comes after an array, never in it: a closing brace, a colon, or a key with its colon. */
const BEHIND_ARRAY = /^(?:"(?:[^"\\\r\n]|\\.)*"\s*)?[:}]/;

/**
 * The parser misses a comma or a value also where an array or object isn't closed, and a value before a comma in an
 * object that has nothing to separate.
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

/** The nodes around an offset, from the root inward. The offset right after a node counts as inside. */
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
  /** Its name, escapes decoded. */
  readonly name: string;
  /** The property as a whole, from its key to the end of its value. */
  readonly node: JsonNode;
  readonly key: JsonNode;
  /** Absent where the text breaks off before the value. */
  readonly value: JsonNode | undefined;
}

export interface JsonObject {
  readonly node: JsonNode;
  /** Each name once, in the order of the text. Of properties with the same name the last one counts. */
  readonly properties: readonly Property[];
  /** Properties whose name was there before, in the order of the text. */
  readonly duplicates: readonly Property[];
}

export function readObject(node: JsonNode): JsonObject {
  const all: Property[] = (node.children ?? []).flatMap((child) => {
    const [key, value] = child.children ?? [];
    return key ? [{ name: String(key.value), node: child, key, value }] : [];
  });
  const last = new Map<string, Property>();
  const duplicates: Property[] = [];
  for (const property of all) {
    if (last.has(property.name)) duplicates.push(property);
    last.set(property.name, property);
  }
  return { node, properties: all.filter((property) => last.get(property.name) === property), duplicates };
}

export function propertyOf(object: JsonObject, name: string): Property | undefined {
  return object.properties.find((property) => property.name === name);
}

export function has(named: readonly { readonly name: string }[], name: string): boolean {
  return named.some((candidate) => candidate.name === name);
}

/** The repeated properties of an object or array and of everything in it, in the order of the text. */
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

/** The range of a node: of a string with its quotes, of an object with its braces. */
export function rangeOf(document: TextDocument, node: JsonNode): Range {
  return rangeBetween(document, node.offset, node.offset + node.length);
}
