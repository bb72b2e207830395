import type { Span } from "../../../../schemas/references.js";
import type { Token } from "../../document/jsonTree.js";
import type { CursorContext } from "./outline.js";

/** What an accepted completion replaces, and its surroundings. */
export interface Target {
  readonly text: string;
  readonly cursor: number;
  /** The token at the cursor, including quotes, or only the cursor. */
  readonly start: number;
  readonly end: number;
  /** The start of the property whose value is edited, or else the same as `start`. */
  readonly propertyStart: number;
  readonly content: Span | undefined;
  readonly isQuoted: boolean;
  /** Where a comma is missing before the token: the end of the previous token. */
  readonly commaAt: number | undefined;
  readonly commaAfter: boolean;
  readonly hasColon: boolean;
}

export function targetAt(text: string, cursor: number, place: CursorContext): Target {
  const { token, next, previous, frame, expects } = place;
  const start = token?.offset ?? cursor;
  const end = token?.end ?? cursor;
  const content = token?.kind === "string" ? contentOf(text, token) : undefined;
  return {
    text,
    cursor,
    start,
    end,
    propertyStart: place.property?.key.offset ?? start,
    content,
    isQuoted: content !== undefined && token?.open === false,
    commaAt: expects === "comma" && frame.kind === "object" ? previous?.end : undefined,
    commaAfter: next?.kind === "string" || next?.kind === "word",
    hasColon: next?.kind === ":",
  };
}

function contentOf(text: string, { offset, end, open }: Token): Span {
  const start = text[offset] === '"' ? offset + 1 : offset;
  return { start, end: open && start > offset ? end : end - 1 };
}
