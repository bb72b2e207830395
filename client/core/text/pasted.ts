/** What people have on the clipboard around a credential: a header, a command, JSON, a form, or a line of a `.env` file. */

/** A value in quotes, or up to a space, a quote, or the next parameter. What contains an escape isn't read. */
const VALUE = String.raw`(?:"(?<double>[^"\\\n]+)"|'(?<single>[^'\\\n]+)'|(?<bare>[^\s"'&\\\x60]+))(?=$|[\s"'&,;}\])\x60])`;

const named = (name: string) => new RegExp(String.raw`(?<![\w.-])${name}["']?\s*[:=]\s*${VALUE}`, "gi");

const ACCESS_TOKEN = named(String.raw`[\w-]{0,40}?access[_-]?token`);
const BEARER = /(?:\bbearer|--oauth2-bearer)[\s=]+["']?(?<bare>[\w.~+/-]+=*)(?=$|[\s"'`,;}\])&])/gi;
/** JSON Web Tokens (RFC 7515, section 3.1), whose header is a JSON object. */
const JSON_WEB_TOKEN = /(?<![\w.-])(?<bare>eyJ[\w-]+\.[\w-]+\.[\w-]+)(?![\w.-])/g;

const CLIENT_SECRET = named(String.raw`[\w-]{0,40}?client[_-]?secret`);
const USER = /(?<!\S)(?:-u|--user)[\s=]*["']?[^\s"':=][^\s"':]*:(?<bare>[^\s"'\\]+)(?=$|[\s"'])/g;

/** The beginning of a command, a header, JSON, or a line of a `.env` file. */
const STRUCTURE =
  /^\s*(?:[$>]\s)?(?:curl|wget|https?|export|set|invoke-\w+|iwr|irm)\s|^\s*[{[]\s*["'{[]|^\s*-H\s|^\s*["']?[\w-]+["']?\s*:\s/i;

const COMMAND = /^\s*(?:[$>]\s)?(?:curl|wget)\s+\S/i;

export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

/** Whether a text is a command, a header, or JSON rather than a credential. */
export function isAroundCredential(text: string): boolean {
  return STRUCTURE.test(text);
}

/** The different access tokens in a text, by their name, or else by the scheme of the header. */
export function accessTokensIn(text: string): readonly string[] {
  const byName = valuesOf(text, ACCESS_TOKEN);
  return byName.length > 0 ? byName : valuesOf(text, BEARER);
}

/** The different JSON Web Tokens in a text. Of a token endpoint's answer, only the access token. */
export function jsonWebTokensIn(text: string): readonly string[] {
  const tokens = accessTokensIn(text).filter((token) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token));
  return tokens.length > 0 ? tokens : valuesOf(text, JSON_WEB_TOKEN);
}

/** The different client secrets in a text. */
export function clientSecretsIn(text: string): readonly string[] {
  const byName = valuesOf(text, CLIENT_SECRET);
  return byName.length > 0 ? byName : valuesOf(text, USER);
}

function valuesOf(text: string, pattern: RegExp): readonly string[] {
  const isForm = /\bgrant_type=/.test(text) && !text.includes("--data-urlencode");
  const values = [...text.matchAll(pattern)].map(({ groups }) => {
    const { double, single, bare = "" }: Partial<Record<string, string>> = groups ?? {};
    if (double !== undefined || single !== undefined) return double ?? single ?? "";
    // Where a value without quotes ends isn't certain after a bracket, and what a plus sign means isn't in a form.
    return /[,;})\]]$/.test(bare) || (isForm && bare.includes("+")) ? "" : isForm ? decoded(bare) : bare;
  });
  // A variable or a placeholder isn't a value. What can't be read as a whole isn't read at all.
  return values.every((value) => value !== "" && !/^[$%<{]/.test(value)) ? [...new Set(values)] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** What's before a value: a command, a name, or the scheme of a header. */
const BEFORE = [
  /^(?:[$>] )?(?:export|set|-H|--header) +/i,
  /^setx +[\w.-]{1,99} +/i,
  /^\$env:/i,
  /^["']?[a-z_][\w.-]{0,99}["']? ?[=:] ?/i,
  /^(?:bearer|basic|token|apikey|bot) +/i,
];
/** What's shorter is found in too many texts. */
const MIN_VALUE_LENGTH = 6;

/**
 * A value as it's written, and without what may be around it: quotes, `export`, `KEY=`, `Authorization: Bearer`. Which one
 * is meant isn't certain, since a password may begin like that.
 */
export function readingsOf(text: string): readonly string[] {
  const trimmed = text.trim().replace(/(?<=["'`])[,;]$/, "");
  const within = trimmed.slice(1, -1);
  const inside = [...PAIRS, "{}", "[]"].some(
    ([open = "", close = ""]) =>
      open !== "<" && trimmed === open + within + close && !within.includes(open) && !within.includes(close),
  );
  const before = BEFORE.map((pattern) => trimmed.replace(pattern, "")).find((rest) => rest !== trimmed);
  const next = inside ? within : before;
  return next === undefined || next.trim().length < MIN_VALUE_LENGTH ? [text] : [text, ...readingsOf(next)];
}

const PAIRS = ["<>", '""', "''", "``", "()", "“”", "„“", "‘’", "«»"];

/** An address without what surrounds it in a document, a chat, or a command. */
export function addressIn(text: string): string {
  const trimmed = text.trim().replace(/[,;]$/, "");
  const inside = /^\[[^\]\n]*\]\(([^()\s]+)\)$/.exec(trimmed)?.[1];
  if (inside !== undefined) return addressIn(inside);
  if (
    PAIRS.some(([open = "", close = ""]) => trimmed.length > 1 && trimmed.startsWith(open) && trimmed.endsWith(close))
  )
    return addressIn(trimmed.slice(1, -1));
  if (!STRUCTURE.test(trimmed)) return trimmed;
  const [only, ...others] = new Set(trimmed.match(/\bhttps?:\/\/[^\s"'<>`]+/gi));
  return only !== undefined && others.length === 0 ? only : trimmed;
}
