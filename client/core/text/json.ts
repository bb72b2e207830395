import { parse, type ParseError, visit } from "jsonc-parser";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Accepts a byte order mark, which some servers write.
 * @param text bytes have to be UTF-8 (RFC 8259): a character that's lost would come back in the next update.
 * @returns undefined for invalid JSON.
 */
export function parseJson(text: string | Buffer, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    const decoded = typeof text === "string" ? text.replace(/^\uFEFF/, "") : UTF8.decode(text);
    return isTooDeep(decoded) ? undefined : (JSON.parse(decoded, reviver) as unknown);
  } catch {
    // The error quotes the text, which may contain secrets.
    return undefined;
  }
}

/** In UTF-16 units. No page of a list is as large. */
const MIN_LENGTH_TO_LOOK_AT = 256 * 1024;
const MAX_DEPTH = 200;

/**
 * Whether a large text is nested so deeply that parsing takes long: a megabyte of brackets takes half a second. Nothing
 * that's read here has as many levels.
 */
function isTooDeep(text: string): boolean {
  if (text.length < MIN_LENGTH_TO_LOOK_AT) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Parses what people write: JSON with comments and trailing commas. @returns undefined if it's invalid. */
export function parseJsonc(text: string): unknown {
  const strict = parseJson(text);
  if (strict !== undefined) return strict;
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    return errors.length > 0 ? undefined : value;
  } catch {
    // The parser overflows the stack if the text is nested too deeply.
    return undefined;
  }
}

/** The first name that's twice in one object, of which a parser takes the last. @param text valid JSON, as people write it */
export function repeatedName(text: string): string | undefined {
  const open: Set<string>[] = [];
  let repeated: string | undefined;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name) => {
      if (open.at(-1)?.has(name) === true) repeated ??= name;
      open.at(-1)?.add(name);
    },
  });
  return repeated;
}

/** Returns false for arrays and null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
