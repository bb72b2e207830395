import { printParseErrorCode, visit, type NodeType, type ParseErrorCode } from "jsonc-parser";

/** A node of the tree. It fits jsonc-parser's own `Node`, so its functions take it. */
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

/** A syntax error, on the token that cannot stand where it stands. */
export interface SyntaxFault {
  readonly kind: SyntaxErrorKind;
  readonly offset: number;
  readonly length: number;
}

/** What `parseText` makes of a text. */
export interface Tree {
  /** Absent for a text without any value, and for one nested too deep. */
  readonly root: JsonNode | undefined;
  /** The first error that leaves the structure of the text in doubt. */
  readonly syntaxFault: SyntaxFault | undefined;
  /** Values that are wrong in themselves, such as a bad escape, while everything around them is sound. */
  readonly badValues: readonly SyntaxFault[];
  /** How many errors the parser found. */
  readonly faults: number;
  /** The offset of the outermost value of a text nested deeper than `MAX_DEPTH`. */
  readonly tooDeepAt: number | undefined;
}

/** Objects and arrays may stand inside each other this deep. */
export const MAX_DEPTH = 200;

const BYTE_ORDER_MARK = 0xfeff;
/** Errors inside one token, after which the scanner goes on as if nothing had been. */
const INSIDE_VALUE: ReadonlySet<string> = new Set<SyntaxErrorKind>([
  "InvalidUnicode",
  "InvalidEscapeCharacter",
  "InvalidCharacter",
]);
const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/** What an array can't hold, and what follows it stands before: a closing brace, a colon, or a key with its colon. */
const BEHIND_ARRAY = /(?:"(?:[^"\\\r\n]|\\.)*"\s*)?[:}]/y;

type Building = { -readonly [K in keyof JsonNode]: JsonNode[K] };

class TooDeep extends Error {}
class AtFault extends Error {}

/**
 * Parses a text as JSON with comments and trailing commas. Never throws; what
 * cannot be parsed is left out of the tree. Stops at the first level below
 * `MAX_DEPTH`, before the parser has gone deep enough to run out of stack.
 * @param untilFault whether to stop at the first syntax fault.
 */
export function parseText(text: string, untilFault = false): Tree {
  const builder = new TreeBuilder(text, untilFault);
  try {
    visit(text.charCodeAt(0) === BYTE_ORDER_MARK ? ` ${text.slice(1)}` : text, builder, OPTIONS);
  } catch (error) {
    const tooDeepAt = builder.top?.offset ?? 0;
    if (error instanceof TooDeep)
      return { root: undefined, syntaxFault: undefined, badValues: [], faults: Infinity, tooDeepAt };
    if (!(error instanceof AtFault)) throw error;
  }
  const { top: root, syntaxFault, badValues, faults } = builder;
  return { root, syntaxFault, badValues, faults, tooDeepAt: undefined };
}

class TreeBuilder {
  top: JsonNode | undefined;
  syntaxFault: SyntaxFault | undefined;
  readonly badValues: SyntaxFault[] = [];
  faults = 0;
  #current: Building | undefined;
  #depth = 0;
  readonly #text: string;
  readonly #untilFault: boolean;

  constructor(text: string, untilFault: boolean) {
    this.#text = text;
    this.#untilFault = untilFault;
  }

  readonly onObjectBegin = (offset: number): void => {
    this.#begin("object", offset);
  };

  readonly onArrayBegin = (offset: number): void => {
    this.#begin("array", offset);
  };

  readonly onObjectProperty = (name: string, offset: number, length: number): void => {
    if (this.badValues.at(-1)?.offset === offset) this.syntaxFault ??= this.badValues.pop();
    const property = this.#node("property", offset);
    property.children?.push({ type: "string", offset, length, parent: property, value: name });
    this.#current = property;
  };

  readonly onLiteralValue = (value: string | number | boolean | null, offset: number, length: number): void => {
    const type = value === null ? "null" : (typeof value as "string" | "number" | "boolean");
    const parent = this.#current;
    const node: JsonNode = parent ? { type, offset, length, parent, value } : { type, offset, length, value };
    this.#add(node);
    this.#completeProperty(offset + length);
  };

  readonly onSeparator = (character: string, offset: number): void => {
    if (this.#current?.type !== "property") return;
    if (character === ":") this.#current.colonOffset = offset;
    else this.#completeProperty(offset);
  };

  readonly onObjectEnd = (offset: number, length: number): void => {
    this.#completeProperty(offset);
    this.#end(offset + length);
  };

  readonly onArrayEnd = (offset: number, length: number): void => {
    this.#end(offset + length);
  };

  readonly onError = (code: ParseErrorCode, offset: number, length: number): void => {
    const kind = this.#kindOf(code, offset);
    this.faults++;
    if (INSIDE_VALUE.has(kind)) {
      if (!this.syntaxFault) this.badValues.push({ kind, offset, length });
    } else {
      this.syntaxFault ??= { kind, offset, length };
      if (this.#untilFault) throw new AtFault();
    }
  };

  /**
   * The parser misses a comma or a value also where an array or object isn't closed, and a value before a comma in an
   * object that has nothing to separate.
   */
  #kindOf(code: ParseErrorCode, offset: number): SyntaxErrorKind {
    const kind = printParseErrorCode(code);
    const { type } = this.#current ?? {};
    if (kind !== "CommaExpected" && kind !== "ValueExpected" && kind !== "PropertyNameExpected") return kind;
    if (type === "array" && matchesAt(BEHIND_ARRAY, this.#text, offset)) return "CloseBracketExpected";
    if (type === "object" && this.#text[offset] === "]" && this.#isInArray()) return "CloseBraceExpected";
    return kind === "ValueExpected" && type === "object" ? "PropertyNameExpected" : kind;
  }

  #isInArray(): boolean {
    for (let node: JsonNode | undefined = this.#current; node; node = node.parent)
      if (node.type === "array") return true;
    return false;
  }

  #begin(type: "object" | "array", offset: number): void {
    this.#depth++;
    if (this.#depth > MAX_DEPTH) throw new TooDeep();
    this.#current = this.#node(type, offset);
  }

  #end(offset: number): void {
    this.#depth--;
    if (!this.#current) return;
    this.#current.length = offset - this.#current.offset;
    this.#current = this.#current.parent;
    this.#completeProperty(offset);
  }

  #node(type: "object" | "array" | "property", offset: number): Building {
    const parent = this.#current;
    const node: Building = parent
      ? { type, offset, length: 0, parent, children: [] }
      : { type, offset, length: 0, children: [] };
    this.#add(node);
    return node;
  }

  #add(node: JsonNode): void {
    if (this.#current) this.#current.children?.push(node);
    else this.top ??= node;
  }

  /** After its value, or where its value should have been, a property is complete. */
  #completeProperty(offset: number): void {
    if (this.#current?.type !== "property") return;
    this.#current.length = offset - this.#current.offset;
    this.#current = this.#current.parent;
  }
}

function matchesAt(expression: RegExp, text: string, offset: number): boolean {
  expression.lastIndex = offset;
  return expression.test(text);
}
