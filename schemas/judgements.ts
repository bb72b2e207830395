import * as l10n from "@vscode/l10n";
import type { Field } from "./fields.js";
import { codePointOf, type Hidden, hiddenIn, withoutHidden } from "./hidden.js";
import { type KeyKind, PEM_MESSAGES, pemFault, restorePem } from "./pemFault.js";
import { isPlaceholder, mayBeVariable } from "./placeholders.js";

/** Why a value can't work, or probably can't. Never contains the value. */
export interface Judgement {
  /** Of the diagnostic about the value in a file. Without one, only reviews and plans say it. */
  readonly code?: Code;
  /** @param what the beginning of the sentence, such as "The value of token". */
  readonly message: (what: string) => string;
  readonly fix?: { readonly title: () => string; readonly text: string };
}

type Code = "empty-value" | "unfilled-placeholder" | "malformed-key" | "hidden-character" | "surrounding-whitespace";

/** What's known about the property of a value. */
export interface Judged {
  readonly due?: KeyKind | undefined;
  /** Whether it's the connection's name, which people read. */
  readonly isProse?: boolean;
  /** Whether it may be all of an HTTP header. */
  readonly isHeader?: boolean;
}

type Cause = (value: string, judged: Judged) => Omit<Judgement, "code"> | undefined;

/** Only the first that applies is reported. */
const CAUSES: readonly (readonly [Code | undefined, Cause])[] = [
  ["empty-value", (value) => when(value.trim() === "", (what) => l10n.t("{0} is empty.", what))],
  [
    "unfilled-placeholder",
    // As Docker reads `KEY=""` of a file, and JSON of an empty list.
    (value) =>
      when(/^\s*(?:[bu]?(["'`])\s*\1|\\(["'])\s*\\\2|“”|‘’|\{\s*\}|\[\s*\])\s*$/.test(value), (what) =>
        l10n.t("{0} is only quotes or brackets, with nothing in them; set the real value.", what),
      ),
  ],
  [
    "unfilled-placeholder",
    (value) =>
      when(isPlaceholder(value), (what) => l10n.t("{0} is a placeholder; replace it with the real value.", what)),
  ],
  [
    "unfilled-placeholder",
    // Programs put it in place of what isn't UTF-8, as Node does in variables of the environment. What cuts a text leaves
    // half of a pair, which no UTF-8 has.
    (value, { isProse }) => {
      const [lost = ""] = /[\uFFFD\p{Cs}]/u.exec(value) ?? [];
      return when(isProse !== true && lost !== "", (what) =>
        l10n.t("{0} has lost a character ({1}), because it wasn't UTF-8; set it again.", what, codePointOf(lost)),
      );
    },
  ],
  [
    "malformed-key",
    (value, { due }) => {
      const fault = pemFault(value, due);
      const mayBeQuoted = /^\s*["'`]/.test(value);
      if (!fault && !mayBeQuoted) return undefined;
      const unquoted = restorePem(value);
      const isQuoted = mayBeQuoted && pemFault(unquoted, due) === undefined && unquoted !== value;
      if (isQuoted) return { message: QUOTED, fix: { title: removeQuotes, text: unquoted } };
      const fix = { title: () => l10n.t("Restore the line breaks"), text: unquoted };
      return fault && { message: PEM_MESSAGES[fault], ...(unquoted !== value && { fix }) };
    },
  ],
  ["malformed-key", (value) => timeFault(value, Date.now())],
  [
    "surrounding-whitespace",
    (value, { due }) => {
      const text = due || value.startsWith("-----BEGIN ") ? value.replace(/\r?\n$/, "") : value;
      return when(text.trim() !== text, (what) =>
        l10n.t("{0} begins or ends with whitespace, which is also sent; remove it.", what),
      );
    },
  ],
  [
    "hidden-character",
    (value, { isProse }) => {
      const hidden = hiddenIn(value, isProse);
      if (!hidden) return undefined;
      const fix = { title: useOrdinaryCharacters, text: withoutHidden(value, isProse).trim() };
      return { message: (what) => hiddenMessage(what, hidden), fix };
    },
  ],
  [
    undefined,
    (value) =>
      when(/[\r\n]/.test(value) && !/^\s*[{[]|-----BEGIN /.test(value), (what) =>
        l10n.t("{0} contains a line break, which is also sent; remove it.", what),
      ),
  ],
  [
    undefined,
    (value) =>
      when(mayBeVariable(value), (what) => l10n.t("{0} looks like a variable that wasn't replaced; check it.", what)),
  ],
  [undefined, (value, { isProse }) => (isProse === true ? undefined : leftoverOf(value))],
  [
    undefined,
    (value, { isProse, isHeader }) => {
      const [, header, scheme = header] = isProse || isHeader ? [] : (HEADER.exec(value) ?? []);
      return scheme === undefined
        ? undefined
        : {
            message: (what) =>
              l10n.t("{0} begins with {1}; use only what's after it, unless the app needs both.", what, scheme),
          };
    },
  ],
  [
    "surrounding-whitespace",
    (value) => {
      // Also as Python writes bytes, and lists.
      const [, , text = ""] = /^[bu]?(["'`])(.+)\1$/s.exec(value) ?? /^\[(["'])([^"']+)\1\]$/.exec(value) ?? [];
      // A password of random characters may begin and end with a quote.
      const isRandom = (text.match(/[^\p{L}\p{N}\s_.,:;/=+-]/gu) ?? []).length > 2;
      return text === "" || isRandom ? undefined : { message: QUOTED, fix: { title: removeQuotes, text } };
    },
  ],
];

/** Judges a value without sending it, wherever it comes from. @param value without references. */
export function judge(value: string, judged: Judged = {}): Judgement | undefined {
  for (const [code, find] of CAUSES) {
    const found = find(value, judged);
    if (found) return { ...(code && { code }), ...found };
  }
  return undefined;
}

/** Which key a property of a setup must hold. In JWT, the algorithm and the name say so. */
export function keyDue(name: string, field: Pick<Field, "pem"> | undefined, algorithm: unknown): KeyKind | undefined {
  const isKey = field
    ? field.pem
    : /^(?:RS|PS|ES)\d/.test(String(algorithm)) && /^(?:private|public)_?key$/i.test(name);
  return isKey ? (/^public/i.test(name) ? "public" : "private") : undefined;
}

/** What commands and pipelines give in place of a value. */
function leftoverOf(value: string): Omit<Judgement, "code"> | undefined {
  if (FILE_PATH.test(value))
    return { message: (what) => l10n.t("{0} is a path; use what's in the file, for example with ${file:path}.", what) };
  if (ASSIGNMENT.test(value))
    return { message: (what) => l10n.t("{0} begins with a name and an equals sign; use only what's after it.", what) };
  if (SHORTENED.test(value)) return { message: (what) => l10n.t("{0} looks shortened; copy all of it.", what) };
  if (FAILURE.test(value)) return { message: (what) => l10n.t("{0} is the message of a command that failed.", what) };
  if (isJsonOfSecrets(value))
    return { message: (what) => l10n.t("{0} is JSON that holds the value; use only the value.", what) };
  if (/^\s*<(?:!doctype\s+)?html\b/i.test(value)) return { message: (what) => l10n.t("{0} is a web page.", what) };
  // `echo` adds the line break, and secrets of Kubernetes are read as base64.
  return BASE64.test(value) && /^[ -~]+\r?\n$/.test(Buffer.from(value, "base64").toString("latin1"))
    ? { message: (what) => l10n.t("{0} is base64 of another value, with a line break at its end; decode it.", what) }
    : undefined;
}

/** In folders that hold files of pipelines, containers, and people: keys may begin with a slash, too. */
const FILE_PATH =
  /^(?:file:\/\/|[a-z]:\\|(?:~|\.{1,2})\/|\/(?:builds|etc|home|mnt|opt|private|root|run|secrets|tmp|Users|usr|var|workspace)\/)[^\r\n]+$/i;
/** Text that isn't base64, which ends in equals signs. */
const ASSIGNMENT = /^(?:export |set |\$env:)?(?:[A-Z][A-Z\d]*_[A-Z\d_]+|KEY|PASSWORD|SECRET|TOKEN) ?= ?[^\s=]/;
/** As dashboards and tables shorten what they show. */
const SHORTENED = /^[\w-]{2,}(?:\.{3}|…)[\w-]*$/;
/** As shells and the programs of secret stores report failures. */
const FAILURE =
  /^(?:error|fatal|usage|warning|exception|failed|panic)\b[^:\r\n]{0,20}: ?\S+ \S|^(?:unable to|cannot|can't|could not|couldn't|failed to|you must|you are|please|not logged|(?:access|permission) denied) \S|: (?:(?:command )?not found|No such file or directory|Permission denied)$|^An error occurred \(|^curl: \(\d|^No value found at /i;
/** What an HTTP header has before a credential (RFC 9110, section 11.4). */
const HEADER = /^(Authorization:) ?|^(Bearer|Basic|Token|ApiKey|Bot) (?=\S{8,}$)/i;
const BASE64 = /^(?:[A-Za-z\d+/]{4}){2,}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** Whether it's an object as AWS Secrets Manager keeps several values in one secret. */
function isJsonOfSecrets(text: string): boolean {
  if (!/^\s*\{[^{}[\]]*\}\s*$/.test(text)) return false;
  try {
    const keys = Object.keys(JSON.parse(text) as object);
    return (
      keys.length === 1 || keys.some((key) => /^(?:(?:\w+_)?(?:password|secret|token)|(?:\w+_)?api_?key)$/i.test(key))
    );
  } catch {
    return false;
  }
}

function when(applies: boolean, message: Judgement["message"]): Omit<Judgement, "code"> | undefined {
  return applies ? { message } : undefined;
}

const QUOTED = (what: string) => l10n.t("{0} is in quotes, which are also sent; remove them.", what);
const removeQuotes = () => l10n.t("Remove the quotes");

export function notAPair(what: string): string {
  return l10n.t("{0} doesn't belong to the private key; use both keys of one pair.", what);
}

export const useOrdinaryCharacters = (): string => l10n.t("Use ordinary characters");

/** Names a character that people can't see. @param what the beginning of the sentence. */
export function hiddenMessage(what: string, { kind, character }: Hidden): string {
  return HIDDEN_MESSAGES[kind](what, character);
}

const HIDDEN_MESSAGES = {
  invisible: (what: string, character: string) =>
    l10n.t("{0} contains an invisible character ({1}); remove it.", what, codePointOf(character)),
  noBreakSpace: (what: string, character: string) =>
    l10n.t("{0} contains a no-break space ({1}); use a space.", what, codePointOf(character)),
  space: (what: string, character: string) =>
    l10n.t("{0} contains an unusual space ({1}); use a space.", what, codePointOf(character)),
  lookAlike: (what: string, character: string) =>
    l10n.t("{0} contains a character that looks like another ({1}); type it again.", what, codePointOf(character)),
};

/** Clocks differ. */
const MAX_SKEW_SECONDS = 300;

const DAY_MS = 86_400_000;

/** How long credentials often last, in days. */
export const LIFETIMES = [90, 180, 365];

/**
 * How many days a credential still lasts.
 *
 * @param date as in RFC 3339 (`full-date`), taken as UTC
 * @param now in milliseconds since the epoch
 * @returns 0 on the day itself, and less after it
 */
export function daysUntil(date: string, now: number): number {
  return Math.floor(Date.parse(date) / DAY_MS) - Math.floor(now / DAY_MS);
}

/** The day some days from now, as in RFC 3339 (`full-date`). */
export function dayAfter(days: number, now: number): string {
  return new Date(now + days * DAY_MS).toISOString().slice(0, 10);
}

/** What people read about the end of a credential. */
export function describeEnd(days: number): string {
  if (days === 0) return l10n.t("ends today");
  if (days > 0) return days === 1 ? l10n.t("ends tomorrow") : l10n.t("ends in {0} days", days);
  return days === -1 ? l10n.t("ended yesterday") : l10n.t("ended {0} days ago", -days);
}

/** A token, alone or as a header has it (RFC 7519). An encrypted one has five parts. */
const TOKEN = /^(?:[a-z]+ )?e[wy][\w-]+\.(e[wy][\w-]+)\.[\w-]*$/i;
/** In seconds since the epoch. Before are 0, which means no end to some issuers, and mistaken lifetimes. */
const EARLIEST_TIME = 100_000_000;
/** The last second of the year 9999. After it are milliseconds that an issuer took for seconds. */
const LATEST_TIME = 253_402_300_799;

/** @returns a token's claims that are times, in seconds since the epoch (RFC 7519, sections 4.1.4 and 4.1.5). */
function timesOf(value: string): { readonly exp?: number | undefined; readonly nbf?: number | undefined } {
  const [, payload] = TOKEN.exec(value.trim()) ?? [];
  // Most values are no token, and an exception costs as much as all of their other checks.
  if (payload === undefined) return {};
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const { exp, nbf } = (claims ?? {}) as Readonly<Record<string, unknown>>;
    return { exp: timeIn(exp), nbf: timeIn(nbf) };
  } catch {
    return {};
  }
}

/** Some issuers write the number as a string, which the standard doesn't allow. */
function timeIn(claim: unknown): number | undefined {
  const time = typeof claim === "string" ? Number(claim) : claim;
  return typeof time === "number" && time >= EARLIEST_TIME && time <= LATEST_TIME ? time : undefined;
}

/** The day on which a token ends, as in RFC 3339 (`full-date`), in UTC; undefined if it's no token, or doesn't say. */
export function endOfToken(value: string): string | undefined {
  const { exp } = timesOf(value);
  return exp === undefined ? undefined : new Date(exp * 1000).toISOString().slice(0, 10);
}

function timeFault(value: string, now: number): Omit<Judgement, "code"> | undefined {
  const { exp, nbf } = timesOf(value);
  if (exp !== undefined && exp * 1000 < now)
    return { message: (what) => l10n.t("{0} is a token that expired on {1}; use a new one.", what, timeOf(exp)) };
  return nbf !== undefined && nbf - MAX_SKEW_SECONDS > now / 1000
    ? { message: (what) => l10n.t("{0} is a token that isn't valid before {1}.", what, timeOf(nbf)) }
    : undefined;
}

/** Such as 2026-11-25 10:00 UTC. */
function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
