/** A text without escapes, marks, case, and all that isn't a letter or digit, and where its characters come from. */
interface Folded {
  readonly text: string;
  /** For each character, where what it was made of begins and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Stands for what was redacted before, so that no match reaches over it. */
const BARRIER = "\ue000";

/** Text that's escaped more often is a limit that SECURITY.md documents. */
const MAX_ROUNDS = 4;

/** Escapes, and what's shown of no text: the prefix of a byte, colors of a terminal, and tags within words. */
const ESCAPE =
  /\[redacted\]|\\u\{([\da-f]{1,6})\}|\\u000([01][\da-f]{4})|(?:\\u|%u)([\da-f]{4})|\\x([\da-f]{2})|\\([0-3][0-7]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|&([a-z]\w{1,9});|(?:%[\da-f]{2})+|\\[bfnrt]|\b0x(?=[\da-f]{2}\b)|\u001b\[[\d;]{0,20}[a-z]|<\/?(?:b|br|code|em|i|mark|span|strong|wbr)\b[^<>]{0,60}>/gi;
const MARKED_LETTER = /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)$/i;
const DROPPED = /[^\p{L}\p{N}\ue000]|\p{Default_Ignorable_Code_Point}/gu;

function plain(escape: string, groups: readonly (string | undefined)[]): string {
  if (escape.startsWith("[")) return BARRIER;
  const [braced, long, unicode, byte, octal, hexadecimal, decimal, name] = groups;
  if (name !== undefined) {
    if (name.toLowerCase() === "amp") return "&";
    return name === "szlig" ? "ß" : (MARKED_LETTER.exec(name)?.[1] ?? " ");
  }
  const digits = braced ?? long ?? unicode ?? byte ?? hexadecimal;
  const codes = [Number.parseInt(digits ?? "", 16), Number.parseInt(octal ?? "", 8), Number(decimal)];
  const code = codes.find((number) => number <= 0x10ffff);
  if (code !== undefined) return String.fromCodePoint(code);
  return /^%\w\w/.test(escape) ? Buffer.from(escape.replaceAll("%", ""), "hex").toString("utf8") : "";
}

/** Takes time in proportion to the text's length. */
function fold(written: string): Folded {
  let current: Folded = {
    text: written,
    starts: Array.from({ length: written.length }, (_, at) => at),
    ends: Array.from({ length: written.length }, (_, at) => at + 1),
  };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = replaced(current, ESCAPE, (match) => plain(match[0], match.slice(1)));
    if (next.text === current.text) break;
    current = next;
  }
  // With its marks, so that composed and decomposed letters are the same.
  return replaced(current, /[^a-z\d]/gu, ([sign]) =>
    sign.normalize("NFKD").toUpperCase().toLowerCase().normalize("NFKD").replace(DROPPED, ""),
  );
}

function replaced({ text, starts, ends }: Folded, pattern: RegExp, write: (match: RegExpExecArray) => string): Folded {
  const parts: string[] = [];
  const newStarts: number[] = [];
  const newEnds: number[] = [];
  let at = 0;
  const keep = (end: number) => {
    parts.push(text.slice(at, end));
    for (; at < end; at++) {
      newStarts.push(starts[at] ?? 0);
      newEnds.push(ends[at] ?? 0);
    }
  };
  for (const match of text.matchAll(pattern)) {
    keep(match.index);
    const end = match.index + match[0].length;
    const part = write(match);
    parts.push(part);
    newStarts.push(...Array.from<number>({ length: part.length }).fill(starts[match.index] ?? 0));
    newEnds.push(...Array.from<number>({ length: part.length }).fill(ends[end - 1] ?? 0));
    at = end;
  }
  keep(text.length);
  return { text: parts.join(""), starts: newStarts, ends: newEnds };
}

/** Fewer letters and digits are found only as they're written. */
const MIN_LENGTH = 4;
/** From here on, a piece is enough, wherever it is. */
const PIECE_LENGTH = 10;
const MIN_ENCODED_LENGTH = 8;
/** How services mark that they cut something. */
const CUT = /…|\.{2,}|\*+|•+/g;

const BETWEEN_WORDS = /[\s.,:;]/;

/** A word that's found only as a whole, or anywhere if it can't be a part of an ordinary word. */
interface Word {
  readonly text: string;
  readonly anywhere: boolean;
  /** Whether blanks and punctuation can be in it. If not, `not found` isn't `notfound`. */
  readonly apart: boolean;
}

/**
 * Returns a function that replaces each word in which enough of a secret is, whatever case, escapes, marks, blanks, or
 * encoding it's written in: the whole secret, or ten letters and digits of it, or half of it before or after `…`.
 */
export function createFoldedRedaction(secrets: readonly string[], redacted: string): (text: string) => string {
  const folded = secrets.flatMap((secret) => [secret, ...misread(secret)].map(foldedSecret));
  const bare = [...new Set(folded)].filter((text) => text.length >= MIN_LENGTH);
  // A text is too short for the rest of a long secret in another encoding.
  const encoded = [...new Set(secrets.flatMap(endsOf).flatMap(encodings))];
  const pieces = new Set([...bare, ...encoded].flatMap(piecesOf));
  const short = bare.filter(({ length }) => length < 2 * PIECE_LENGTH);
  const spaced = new Set(secrets.filter((secret) => BETWEEN_WORDS.test(secret.trim())).map(foldedSecret));
  const words = [
    ...bare.filter(({ length }) => length < PIECE_LENGTH),
    ...encoded.filter(({ length }) => length >= MIN_ENCODED_LENGTH && length < PIECE_LENGTH),
    ...short.flatMap(beginning),
  ].map((text): Word => {
    const anywhere = isDistinct(text);
    return { text, anywhere, apart: anywhere || spaced.has(text) };
  });
  if (words.length === 0 && pieces.size === 0) return (text) => text;
  return (text) => {
    const { text: plainText, starts, ends } = fold(text);
    const found: (readonly [number, number])[] = [];
    const add = (from: number, to: number) => {
      found.push(wordAround(text, starts[from] ?? 0, ends[to - 1] ?? 0));
    };
    for (const { text: word, anywhere, apart } of words)
      for (let at = plainText.indexOf(word); at >= 0; at = plainText.indexOf(word, at + word.length)) {
        const [start, end] = [starts[at] ?? 0, ends[at + word.length - 1] ?? 0];
        const isOne = apart || !BETWEEN_WORDS.test(text.slice(start, end));
        if (anywhere || (isOne && isWord(text, start, end))) add(at, at + word.length);
      }
    for (let at = 0; at + PIECE_LENGTH <= plainText.length; at++) {
      let end = at;
      while (pieces.has(plainText.slice(end, end + PIECE_LENGTH))) end++;
      if (end === at) continue;
      add(at, end - 1 + PIECE_LENGTH);
      at = end;
    }
    let next = 0;
    for (const { 0: mark, index } of text.matchAll(CUT)) {
      while (next < starts.length && (starts[next] ?? 0) < index) next++;
      for (const secret of short)
        for (let length = secret.length - 1; length >= Math.max(MIN_LENGTH, secret.length / 2); length--) {
          const [before, after] = [next - length, next + length];
          const isStart =
            ends[next - 1] === index && plainText.slice(Math.max(0, before), next) === secret.slice(0, length);
          if (isStart && isWordStart(text, starts[before] ?? 0)) add(before, next);
          const isEnd = starts[next] === index + mark.length && plainText.slice(next, after) === secret.slice(-length);
          if (isEnd && isWordEnd(text, ends[after - 1] ?? 0)) add(next, after);
        }
    }
    return withoutRanges(text, found, redacted);
  };
}

/** More of a long secret would take seconds in each encoding. */
const END_LENGTH = 1000;

/** Returns a short secret as a whole, and the beginning and the end of a long one. */
function endsOf(secret: string): readonly string[] {
  return secret.length <= 2 * END_LENGTH ? [secret] : [secret.slice(0, END_LENGTH), secret.slice(-END_LENGTH)];
}

/** Punctuation that's left out mustn't make an ordinary word of a secret. */
function foldedSecret(secret: string): string {
  const { text } = fold(secret);
  return text.length * 3 >= secret.trim().length * 2 ? text : "";
}

/** Whether a secret is also found within words. Shorter words and numbers occur in others, as `1234` in `12345`. */
function isDistinct(text: string): boolean {
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}\s]/u].filter((kind) => kind.test(text));
  return text.length >= PIECE_LENGTH || (text.length >= 6 && kinds.length > 1);
}

function isWord(text: string, start: number, end: number): boolean {
  return isWordStart(text, start) && isWordEnd(text, end);
}

function isWordStart(text: string, start: number): boolean {
  return !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start));
}

function isWordEnd(text: string, end: number): boolean {
  return !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}

/** What a service shows that cuts a secret without a mark, if it can't be an ordinary word. */
function beginning(secret: string): readonly string[] {
  const start = secret.slice(0, Math.max(6, Math.ceil(secret.length * 0.6)));
  return isDistinct(start) ? [start] : [];
}

function piecesOf(secret: string): readonly string[] {
  return Array.from({ length: Math.max(0, secret.length - PIECE_LENGTH + 1) }, (_, at) =>
    secret.slice(at, at + PIECE_LENGTH),
  );
}

/** UTF-8 read as Latin-1, and the reverse. */
function misread(secret: string): readonly string[] {
  if (!/[^ -~\s]/.test(secret)) return [];
  return [Buffer.from(secret).toString("latin1"), Buffer.from(secret, "latin1").toString()];
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Folded decimal, hexadecimal, base64, and base32 bytes of a secret, alone and behind any bytes. */
function encodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const encode = (count: number, bits: number, write: (whole: Buffer) => string) =>
    Array.from({ length: count }, (_, before) => {
      const whole = Buffer.concat([Buffer.alloc(before), bytes]);
      return write(whole).slice(Math.ceil((before * 8) / bits), Math.floor((whole.length * 8) / bits));
    });
  return [
    bytes.join(""),
    bytes.toString("hex"),
    ...encode(3, 6, (whole) => whole.toString("base64")),
    ...encode(5, 5, base32),
  ].map((text) => text.toLowerCase().replaceAll(/[^a-z\d]/g, ""));
}

/** RFC 4648, section 6, without padding. */
function base32(bytes: Buffer): string {
  const signs: string[] = [];
  let [rest, bits] = [0, 0];
  for (const byte of bytes) {
    rest = ((rest & 31) << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) signs.push(BASE32.charAt((rest >> (bits - 5)) & 31));
  }
  return signs.join("");
}

const WITHIN_WORD = /[^\s"'`<>()[\]{},;]/;

function wordAround(text: string, start: number, end: number): readonly [number, number] {
  let [from, to] = [start, end];
  while (from > 0 && WITHIN_WORD.test(text.charAt(from - 1))) from--;
  while (to < text.length && WITHIN_WORD.test(text.charAt(to))) to++;
  while (to > end && /[.:!?]/.test(text.charAt(to - 1))) to--;
  return [from, to];
}

function withoutRanges(text: string, ranges: readonly (readonly [number, number])[], redacted: string): string {
  const parts: string[] = [];
  let at = 0;
  let open = false;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from >= at && !(open && from === at)) parts.push(text.slice(at, from), redacted);
    open = true;
    at = Math.max(at, to);
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(at);
}
