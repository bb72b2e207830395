import { type Comment, parseText, type SyntaxFault, type Token, tokensOf } from "../../document/jsonTree.js";
import { endOfLine, startOfLine } from "../insertion.js";

export interface OutlineProperty {
  readonly key: Token;
  /** Its value, if that's a string or another single token. */
  value: Token | undefined;
}

/** An open object or array, or the text as a whole. */
export interface Frame {
  readonly kind: "object" | "array" | "text";
  readonly parent: Frame | undefined;
  /** The name of the property whose value it is. */
  readonly name: string | undefined;
  readonly properties: OutlineProperty[];
  expects: Expected;
}

type Expected = "key" | "colon" | "value" | "comma";

export interface CursorContext {
  readonly frame: Frame;
  /** What's expected before the token at the cursor. */
  readonly expects: Expected;
  readonly token: Token | undefined;
  readonly property: OutlineProperty | undefined;
  readonly previous: Token | undefined;
  readonly next: Token | undefined;
  /** Whether the expected value already follows the cursor. */
  readonly hasValue: boolean;
}

/**
 * Finds the cursor's context in the structure of a text that may have errors, in linear time. A string before a colon
 * is always a key.
 * @param missing a quote to assume in the text.
 * @returns undefined if the cursor is in a comment.
 */
export function cursorContext(
  text: string,
  cursor: number,
  missing: MissingQuote | undefined,
): CursorContext | undefined {
  const around: Comment[] = [];
  const onComment = (comment: Comment): void => {
    const { offset, end, open } = comment;
    if (offset < cursor && (cursor < end || (open && cursor === end))) around.push(comment);
  };
  const tokens = missing ? tokensWithQuote(text, missing, onComment) : tokensOf(text, onComment);
  let frame: Frame = { kind: "text", parent: undefined, name: undefined, properties: [], expects: "value" };
  let context: CursorContext | undefined;
  let previous: Token | undefined;
  let token = tokens.next().value;
  while (token) {
    const next: Token | undefined = tokens.next().value;
    if (!context && touches(token, cursor)) context = contextIn(frame, token, previous, next);
    else if (!context && token.offset >= cursor) context = contextIn(frame, undefined, previous, token, next);
    frame = frameAfter(frame, token, next);
    previous = token;
    token = next;
  }
  context ??= contextIn(frame, undefined, previous, undefined);
  return around.length > 0 ? undefined : context;
}

function touches({ kind, offset, end, open }: Token, cursor: number): boolean {
  if (kind === "string") return offset < cursor && (cursor < end || (open && cursor === end));
  return kind === "word" && offset <= cursor && cursor <= end;
}

function contextIn(
  frame: Frame,
  token: Token | undefined,
  previous: Token | undefined,
  next: Token | undefined,
  afterNext?: Token,
): CursorContext {
  const isKey = frame.kind === "object" && token?.kind === "string" && next?.kind === ":" && frame.expects !== "comma";
  const expects = isKey ? "key" : frame.expects;
  const property = expects === "value" ? frame.properties.at(-1) : undefined;
  const hasValue = !token && expects === "value" && next !== undefined && beginsValue(next) && afterNext?.kind !== ":";
  return { frame, expects, token, property, previous, next, hasValue };
}

/** Returns the frame after a token, and updates the current one. */
function frameAfter(frame: Frame, token: Token, next: Token | undefined): Frame {
  switch (token.kind) {
    case "{":
    case "[": {
      const property = frame.kind === "object" && frame.expects === "value" ? frame.properties.at(-1) : undefined;
      const isObject = token.kind === "{";
      frame.expects = "comma";
      return {
        kind: isObject ? "object" : "array",
        parent: frame,
        name: property?.key.text,
        properties: [],
        expects: isObject ? "key" : "value",
      };
    }
    case "}": {
      // A brace also closes an unclosed array inside the object.
      const closed = frame.kind === "array" && frame.parent?.kind === "object" ? frame.parent : frame;
      return closed.parent ?? closed;
    }
    case "]":
      return frame.kind === "array" && frame.parent ? frame.parent : frame;
    case ":":
      if (frame.kind === "object") frame.expects = "value";
      return frame;
    case ",":
      if (frame.kind !== "text") frame.expects = frame.kind === "object" ? "key" : "value";
      return frame;
    default:
      addWord(frame, token, next);
      return frame;
  }
}

function beginsValue({ kind }: Token): boolean {
  return kind === "string" || kind === "word" || kind === "{" || kind === "[";
}

function addWord(frame: Frame, token: Token, next: Token | undefined): void {
  if (frame.kind !== "object") {
    frame.expects = "comma";
  } else if (next?.kind === ":") {
    frame.properties.push({ key: token, value: undefined });
    frame.expects = "colon";
  } else if (frame.expects === "value") {
    const property = frame.properties.at(-1);
    if (property) property.value = token;
    frame.expects = "comma";
  } else {
    frame.expects = "colon";
  }
}

export interface MissingQuote {
  readonly offset: number;
  /** Whether the quote starts a string; otherwise, it ends one. */
  readonly opens: boolean;
}

const MAX_LENGTH = 100_000;
/** The first error is at most a few strings after the missing quote. */
const MAX_PLACES = 16;

const ESCAPE = /\\./g;
/** A reference's braces aren't structure. */
const REFERENCE = /\$\{(?:[^"{}]*\})?/g;
/**
 * Where a quote may be missing: between two strings, before a comment, after the last string, and where a string could
 * start.
 */
const PLACES = /(?<![\s,:{}[\]])[\s,:{}[\]]+(?="|\/[/*]|$)|$|[^\s,:{}[\]"](?<=(?:^|[{[,:])\s*.)/g;

/**
 * Finds the double quote in the line of the first error that most reduces syntax errors. After a missing quote, strings
 * and the text between them swap roles.
 */
export function findMissingQuote(text: string, fault: SyntaxFault): MissingQuote | undefined {
  const start = startOfLine(text, fault.offset);
  const line = [ESCAPE, REFERENCE].reduce(
    (current, part) => current.replaceAll(part, (found) => "_".repeat(found.length)),
    text.slice(start, endOfLine(text, fault.offset)),
  );
  const opensAt = (index: number): boolean => line.slice(0, index).split('"').length % 2 === 1;
  if (text.length > MAX_LENGTH || opensAt(line.length)) return undefined;
  const lastPlaces = Array.from(line.matchAll(PLACES), ({ 0: found, index }) => ({
    offset: start + index,
    opens: /^[^\s,:{}[\]]/.test(found),
  }))
    .filter(({ offset }) => offset <= fault.offset + fault.length)
    .slice(-MAX_PLACES);
  let best: MissingQuote | undefined;
  let fewest = parseText(text).faults;
  for (const place of lastPlaces.filter(({ offset, opens }) => opens === opensAt(offset - start))) {
    const { faults } = parseText(`${text.slice(0, place.offset)}"${text.slice(place.offset)}`);
    if (faults < fewest) [best, fewest] = [place, faults];
  }
  return best;
}

/** The tokens of a text with its missing quote inserted, at their offsets in the original text. */
function* tokensWithQuote(
  text: string,
  { offset: missing, opens }: MissingQuote,
  onComment: (comment: Comment) => void,
): Generator<Token, undefined> {
  const inText = (offset: number): number => (offset > missing ? offset - 1 : offset);
  const tokens = tokensOf(`${text.slice(0, missing)}"${text.slice(missing)}`, (comment) => {
    onComment({ ...comment, offset: inText(comment.offset), end: inText(comment.end) });
  });
  for (const token of tokens) {
    const isOpen = opens ? token.offset === missing : token.end === missing + 1;
    yield { ...token, offset: inText(token.offset), end: inText(token.end), open: token.open || isOpen };
  }
  return undefined;
}
