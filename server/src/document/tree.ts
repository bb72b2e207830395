import { type NodeType, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Token, tokensOf } from "./tokens.js";

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

/** A part of the text, such as a node, as it is written there. */
export function sourceTextOf(text: string, { offset, length }: Pick<JsonNode, "offset" | "length">): string {
  return text.slice(offset, offset + length);
}

/** The kinds of syntax errors, by jsonc-parser's names. */
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
  /** The number of errors the parser found. */
  readonly faults: number;
  /** The text is nested deeper than `MAX_DEPTH`; nothing else is known of it. */
  readonly isTooDeep: boolean;
}

/** Objects and arrays may stand inside each other this deep. The parser runs out of stack at some thousands. */
export const MAX_DEPTH = 200;

/** Errors inside one token, after which the scanner goes on as if nothing had been. */
const INSIDE_VALUE: ReadonlySet<string> = new Set<SyntaxErrorKind>([
  "InvalidUnicode",
  "InvalidEscapeCharacter",
  "InvalidCharacter",
]);
const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/** Parses a text as JSON with comments and trailing commas. Never throws; the tree lacks what cannot be parsed. */
export function parseText(text: string): Tree {
  if (!openBrackets(tokensOf(text)))
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
function openBrackets(tokens: Iterable<Token>): readonly Token[] | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "{" || token.kind === "[") open.push(token);
    else if (token.kind === (open.at(-1)?.kind === "{" ? "}" : "]")) open.pop();
    if (open.length > MAX_DEPTH) return undefined;
  }
  return open;
}

/** What an array can't hold, and what follows it stands before: a closing brace, a colon, or a key with its colon. */
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
  let node = root;
  while (node?.children) node = lastBegun(node.children, offset);
  return node?.offset === offset && node.parent?.type === "property" && node.parent.children?.[0] === node;
}

/** The nodes around an offset, from the root inwards. A node also has the offset right after its last character. */
export function nodesAt(root: JsonNode | undefined, offset: number): readonly JsonNode[] {
  const found: JsonNode[] = [];
  for (let node = root; node && has(node, offset); node = lastBegun(node.children ?? [], offset)) found.push(node);
  return found;
}

function has({ offset: start, length }: JsonNode, offset: number): boolean {
  return start <= offset && offset <= start + length;
}

/** The last node that begins at an offset or before it. There may be very many, in the order of the text. */
function lastBegun(nodes: readonly JsonNode[], offset: number): JsonNode | undefined {
  let low = 0;
  for (let high = nodes.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.offset ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1];
}

/** The way from the root to a value: names of properties and indices of elements. */
export function pathTo(node: JsonNode): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let current = node; current.parent; current = current.parent) {
    const { parent } = current;
    if (parent.type === "property") path.unshift(String(parent.children?.[0]?.value));
    else if (parent.type === "array") path.unshift(parent.children?.indexOf(current) ?? 0);
  }
  return path;
}
