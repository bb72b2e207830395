import { tokensOf, type Comment, type Token } from "../document/tokens.js";
import { parseText, type SyntaxFault } from "../document/tree.js";
import { endOfLine, startOfLine } from "./layout.js";

/** Where a double quote is missing. */
export interface MissingQuote {
  readonly offset: number;
  /** Whether it begins a string; otherwise it ends one. */
  readonly opens: boolean;
}

/** For each place the whole text is parsed. */
const MAX_LENGTH = 100_000;
/** The first error is at most a few strings behind the quote that is missing. */
const MAX_PLACES = 16;

const ESCAPE = /\\./g;
/** Braces of a reference are no structure. */
const REFERENCE = /\$\{(?:[^"{}]*\})?/g;
/** What stands between two strings, before a comment, or after the last one; and the beginning of what could be a string. */
const PLACES = /(?<![\s,:{}[\]])[\s,:{}[\]]+(?="|\/[/*]|$)|$|[^\s,:{}[\]"](?<=(?:^|[{[,:])\s*.)/g;

/**
 * The one double quote with which a text has fewer syntax errors, in the line of its first error. Where a quote is
 * missing, the rest of the line is read the wrong way round: as strings what stands between them.
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

/** The tokens of a text as they are with the quote that is missing in it, at their offsets in the text without it. */
export function* tokensWithQuote(
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
