import { type Comment, type Token, tokensOf } from "../../document/jsonTree.js";

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
 * @returns undefined if the cursor is in a comment.
 */
export function cursorContext(text: string, cursor: number): CursorContext | undefined {
  const around: Comment[] = [];
  const onComment = (comment: Comment): void => {
    const { offset, end, open } = comment;
    if (offset < cursor && (cursor < end || (open && cursor === end))) around.push(comment);
  };
  const tokens = tokensOf(text, onComment);
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
