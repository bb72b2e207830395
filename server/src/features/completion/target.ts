import { isFirstInLine, indentationAt, layoutOf } from "../layout.js";
import { join, type Template } from "../snippet.js";
import type { CursorContext } from "./outline.js";
import { tokensOf } from "../tokens.js";

/** What of the text an accepted completion replaces, and what it has to take care of around it. */
export interface Target {
  readonly text: string;
  readonly cursor: number;
  /** The token at the cursor with its quotes, or the cursor alone. */
  readonly start: number;
  readonly end: number;
  /** Where the property begins whose value is being written; elsewhere the same as `start`. */
  readonly propertyStart: number;
  /** The part between the quotes, where both are there. */
  readonly inner: { readonly start: number; readonly end: number } | undefined;
  /** Where a comma is missing before the token: the end of what stands before it. */
  readonly commaAt: number | undefined;
  /** Another property follows without a comma. */
  readonly commaAfter: boolean;
  /** The key has its colon already. */
  readonly hasColon: boolean;
  /** The object around is empty and its braces stand in one line. */
  readonly emptyBraces: boolean;
}

const WORD_PART = /[\w$.-]*/y;

/** Finds out what a completion at a place replaces. */
export function targetAt(text: string, cursor: number, place: CursorContext): Target {
  const { token, next, previous, frame, expects } = place;
  const runaway = token?.kind === "string" && (token.open || isRunaway(token.end, place));
  const start = token?.offset ?? cursor;
  const end = runaway ? endOfWord(text, cursor, token.end) : (token?.end ?? cursor);
  const inner = token?.kind === "string" && !runaway ? { start: start + 1, end: end - 1 } : undefined;
  const following = runaway ? tokensOf(text.slice(end)).next().value : next;
  return {
    text,
    cursor,
    start,
    end,
    propertyStart: place.property?.key.offset ?? start,
    inner,
    commaAt: expects === "comma" && frame.kind === "object" ? previous?.end : undefined,
    commaAfter: following?.kind === "string" || following?.kind === "word",
    hasColon: following?.kind === ":",
    emptyBraces:
      !token && previous === frame.open && next?.kind === "}" && !/[\r\n]/.test(text.slice(previous?.end, next.offset)),
  };
}

/** A string that was not closed and ends where the next one was to begin: a word follows its quote at once. */
function isRunaway(end: number, { next }: CursorContext): boolean {
  return next?.kind === "word" && next.offset === end;
}

function endOfWord(text: string, cursor: number, limit: number): number {
  WORD_PART.lastIndex = cursor;
  WORD_PART.test(text);
  return Math.min(WORD_PART.lastIndex, limit);
}

/** What separates two properties that are inserted here: a line break where the first begins a line. */
export function separatorAt(text: string, offset: number): string {
  return isFirstInLine(text, offset) ? `,${layoutOf(text).lineBreak}${indentationAt(text, offset)}` : ", ";
}

/** Properties as they have to be inserted at a target, commas included. */
export function propertiesAt(target: Target, properties: readonly Template[]): Template {
  const { text, start, commaAt, commaAfter, emptyBraces } = target;
  const before = commaAt === start ? ", " : "";
  const after = commaAfter ? "," : "";
  if (emptyBraces && properties.length > 1) {
    const { lineBreak, unit } = layoutOf(text);
    const indentation = indentationAt(text, start);
    return [
      `${lineBreak}${indentation}${unit}`,
      ...join(properties, `,${lineBreak}${indentation}${unit}`),
      `${lineBreak}${indentation}`,
    ];
  }
  return [before, ...join(properties, separatorAt(text, start)), after];
}
