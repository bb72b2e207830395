import { createFoldedRedaction } from "./folded.js";

export interface Redactor {
  /** Replaces secrets, and text that looks like a credential. */
  redact(text: string): string;
  /** Whether a text contains a known secret or a piece of one. */
  reveals(text: string): boolean;
}

const REDACTED = "[redacted]";

/** Cuts off longer texts. */
const MAX_TEXT_LENGTH = 4000;

/** Pieces of this length reveal too much of a secret. */
const PIECE_LENGTH = 10;

/** Longer secrets are found in pieces only as folded text. */
const MAX_SECRET_LENGTH = 32_768;

/** Each expression is linear in the text's length. */
const LOOKS_SECRET = [
  /-----BEGIN [A-Z ]{1,40}-----[^-]*(?:-----END [A-Z ]{1,40}-----)?/g,
  /\beyJ[\w-]+(?:\.[\w-]*)*/g,
  /\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/gi,
  // The value after a secret's name. After a colon, it can't be a plain word, as in "secret: mustn't be empty".
  /\b(?:password|passwd|secret|token|api[_-]?key|client_secret|private_key|authorization|credential)s?["']?\s*(?:=\s*|:\s*(?=["']?\w{0,40}[\d$!%&/+=]))["']?[^\s"',;}]+/gi,
];

/** With a digit, it's too long for a word or an id. Excludes slashes, so that it doesn't match whole paths. */
const LONG_RUN = /[\w+=-]{32,}/g;

/** In the standard and URL-safe alphabets. */
const BASE64 = /[\w+/-]{3,}={0,2}/g;

/** Finds secrets as a whole, in pieces and in all `spellings`. Unescapes the text if a secret is only visible then. */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const written = [...secrets].filter((secret) => secret.trim() !== "");
  const known = [...new Set(written.flatMap(spellings))].filter((secret) => secret.trim() !== "");
  known.sort((a, b) => b.length - a.length);
  const pieces = new Set(
    known.filter(({ length }) => length > PIECE_LENGTH && length <= MAX_SECRET_LENGTH).flatMap(piecesOf),
  );
  const withoutFolded = createFoldedRedaction(written, REDACTED);
  const withoutWhole = (text: string) =>
    known.reduce(
      (clean, secret) => (secret.length < 4 ? replaceWord(clean, secret) : clean.replaceAll(secret, REDACTED)),
      text,
    );
  // Finds short secrets in base64 of `client:secret`, where `spellings` can't.
  const isPair = (run: string) => {
    const bytes = Buffer.from(run, "base64");
    // Clients use different encodings, and shells add a line break.
    const pairs = [bytes.toString(), bytes.toString("latin1")].map((pair) => pair.replace(/(?<![\r\n])[\r\n]+$/, ""));
    return written.some((secret) => pairs.some((pair) => pair.endsWith(`:${secret}`)));
  };
  const withoutPairs = (text: string) =>
    text.replace(BASE64, (run) =>
      isPair(run) ? REDACTED : run.replace(/[^/]+/g, (part) => (isPair(part) ? REDACTED : part)),
    );
  const withoutKnown = (text: string) => {
    const shortened = withoutFolded(withoutWhole(withoutPairs(text.slice(0, MAX_TEXT_LENGTH))));
    const plain = unescaped(shortened);
    const clean = plain === shortened ? plain : replacePieces(withoutWhole(withoutPairs(plain)), pieces);
    return clean === plain ? replacePieces(shortened, pieces) : clean;
  };
  return { redact: (text) => withoutLookAlikes(withoutKnown(text)), reveals: (text) => withoutKnown(text) !== text };
}

function withoutLookAlikes(text: string): string {
  let clean = text;
  for (const pattern of LOOKS_SECRET) clean = clean.replace(pattern, REDACTED);
  return clean.replace(LONG_RUN, (run) => (/\d/.test(run) ? REDACTED : run));
}

function piecesOf(secret: string): string[] {
  return Array.from({ length: secret.length - PIECE_LENGTH + 1 }, (_, at) => secret.slice(at, at + PIECE_LENGTH));
}

function replacePieces(text: string, pieces: ReadonlySet<string>): string {
  if (pieces.size === 0) return text;
  let clean = "";
  let at = 0;
  while (at < text.length) {
    let end = at;
    while (pieces.has(text.slice(end, end + PIECE_LENGTH))) end++;
    clean += end > at ? REDACTED : (text[at] ?? "");
    at = end > at ? end - 1 + PIECE_LENGTH : at + 1;
  }
  return clean;
}

/** Replaces whole words only, because secrets of one to three characters also occur within words. */
function replaceWord(text: string, secret: string): string {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), REDACTED);
}

/** Lines of a secret from this length on are redacted separately. */
const MIN_LINE_LENGTH = 10;

/** For shorter secrets, too little of the base64 is independent of the surrounding bytes. */
const MIN_BYTES_WITHIN_BASE64 = 6;

function spellings(secret: string): readonly string[] {
  // Lone surrogates can't be encoded in a URI.
  const text = secret.replace(/\p{Cs}/gu, "\ufffd");
  const hex = Buffer.from(text).toString("hex");
  const form = new URLSearchParams({ s: text }).toString().slice(2);
  return [
    secret,
    unescaped(secret),
    JSON.stringify(secret).slice(1, -1),
    ...[encodeURIComponent(text), form].flatMap((url) => [url, url.replace(/%../g, (code) => code.toLowerCase())]),
    hex,
    hex.toUpperCase(),
    ...base64(Buffer.from(secret)),
    ...secret.split(/\r?\n/).filter((line) => line.length >= MIN_LINE_LENGTH),
  ];
}

/** Includes what the secret looks like within longer base64, such as of `client:secret`, at each of three offsets. */
function base64(bytes: Buffer): readonly string[] {
  const within = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 8) / 6);
    return whole.toString("base64").slice(first, Math.floor((whole.length * 8) / 6));
  });
  const all = [bytes.toString("base64"), ...(bytes.length < MIN_BYTES_WITHIN_BASE64 ? [] : within)];
  return all.flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}

const HEXADECIMAL_ESCAPES = [
  /\\u([\da-f]{4})/gi,
  /\\u\{([\da-f]{1,6})\}/gi,
  /\\x([\da-f]{2})/gi,
  /&#x([\da-f]{1,6});/gi,
];

function unescaped(text: string): string {
  return HEXADECIMAL_ESCAPES.reduce(
    (plain, escape) => plain.replace(escape, (whole, code: string) => character(Number.parseInt(code, 16), whole)),
    text,
  )
    .replace(/&#(\d{1,7});/g, (whole, code: string) => character(Number(code), whole))
    .replace(/(?:%[\da-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll("%", ""), "hex").toString("utf8"))
    .replace(/\\(["'\\/])/g, "$1");
}

function character(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
