import { createScanner } from "jsonc-parser";

type TokenKind = "{" | "}" | "[" | "]" | ":" | "," | "string" | "word";

/** A token that is neither white space nor a comment. */
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
  /** The character after it would still belong to it: a line comment, or a block comment that is not closed. */
  readonly open: boolean;
}

// jsonc-parser declares its kinds as constant enumerations, which isolated modules cannot read.
const KINDS: ReadonlyMap<number, TokenKind> = new Map<number, TokenKind>([
  [1, "{"],
  [2, "}"],
  [3, "["],
  [4, "]"],
  [5, ","],
  [6, ":"],
  [10, "string"],
]);
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANKS = 15;
const END = 17;
const NO_END_OF_COMMENT = 1;
const NO_END_OF_STRING = 2;
const BYTE_ORDER_MARK = 0xfeff;

/** The tokens of a text, one after the other, whatever the text is. */
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
        kind: KINDS.get(kind) ?? "word",
        offset,
        end,
        text: scanner.getTokenValue(),
        open: error === NO_END_OF_STRING,
      };
    }
  }
}
