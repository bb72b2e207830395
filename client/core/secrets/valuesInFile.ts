import { createHmac, randomBytes } from "node:crypto";
import { stripVTControlCharacters } from "node:util";
import * as l10n from "@vscode/l10n";
import { createScanner } from "jsonc-parser";
import { parseReferences } from "../../../schemas/references.js";
import { hasPrivateKey, restorePem, withoutFinalLineBreak } from "../../../schemas/pemFault.js";
import { formatNarrowList } from "../text/locale.js";
import { accessTokensIn, readingsOf } from "../text/pasted.js";
import type { NamedReference } from "./referenceProblems.js";
import { lookUp, type LookupResult, referenceKey, type WrittenRequest } from "./resolve.js";
import type { SecretSources } from "./sources.js";
import { mapReferenceTexts, type PropertyPath, variantNumbered } from "./texts.js";

/** A text of a setup with its references replaced. Keep it in memory. */
export interface PropertyValue {
  readonly property: PropertyPath;
  /** Whether the variant says that it's secret, or doesn't know it. */
  readonly isSecret: boolean;
  /** The whole text; undefined if a reference in it has no value now. */
  readonly text: string | undefined;
  /** The values behind its references. */
  readonly parts: readonly string[];
  /** The references that have no value now. */
  readonly unread: readonly NamedReference[];
}

/** The texts of an update, as far as their references can be read now. */
export async function readValues(written: WrittenRequest, sources: SecretSources): Promise<readonly PropertyValue[]> {
  const texts: { readonly text: string; readonly property: PropertyPath }[] = [];
  mapReferenceTexts(written.request, (text, property) => {
    texts.push({ text, property });
    return text;
  });
  const parsed = texts.map(({ text, property }) => ({ property, parts: parseReferences(text).parts }));
  const references = parsed.flatMap(({ parts }) => parts.filter((part) => typeof part !== "string"));
  return valuesOf(parsed, written, await lookUp(references, sources));
}

function valuesOf(
  parsed: readonly { readonly property: PropertyPath; readonly parts: ReturnType<typeof parseReferences>["parts"] }[],
  { variant }: WrittenRequest,
  results: ReadonlyMap<string, LookupResult>,
): readonly PropertyValue[] {
  const fields = variantNumbered(variant)?.fields ?? [];
  return parsed.map(({ property, parts }) => {
    const found = parts.map((part) => {
      if (typeof part === "string") return part;
      const result = results.get(referenceKey(part));
      return result?.isDeferred ? undefined : result?.value;
    });
    const text = found.includes(undefined) ? undefined : found.join("");
    const [where, name] = property;
    const isPublic = where === "name" || fields.some((field) => field.name === name && !field.secret);
    return {
      property,
      isSecret: !isPublic || (text !== undefined && hasPrivateKey(text)),
      text,
      parts: found.filter((value, at) => value !== undefined && typeof parts[at] !== "string") as readonly string[],
      unread: parts.flatMap((part, at) => (typeof part !== "string" && found[at] === undefined ? [part] : [])),
    };
  });
}

const BLANKS = /\s+/;
/** What separates the parts of addresses, lists, and assignments. */
const MARKS = /[\s/\\?&=#:@,;|"'`<>()[\]{}]+/;

/** What a comment may have after its last word. */
const SENTENCE_END = /[.!]$/;

/** Finds one value among others. It's kept only as digests with a key of this process, and only these are compared. */
export class ValueSearch {
  readonly #readings: ReadonlySet<string>;
  readonly #words: ReadonlySet<string>;

  constructor(value: string) {
    this.#readings = new Set(soughtReadings(value).map((reading) => digestOf(plain(reading))));
    this.#words = new Set(soughtWords(value).map((word) => digestOf(plain(word))));
  }

  /**
   * Whether it's the whole text of a property, the value of a reference in it, or a word of it, such as after `Bearer` or
   * in an address. Of a longer text, such as a log, each word counts, too, if it's all of a secret.
   */
  isIn({ isSecret = false, text, parts }: Pick<PropertyValue, "text" | "parts"> & { isSecret?: boolean }): boolean {
    const whole = [...parts, text ?? ""];
    if (isSecret && whole.some((each) => this.#words.has(digestOf(plain(each))))) return true;
    const words = whole
      .flatMap((each) => [each, ...each.split(BLANKS), ...each.split(MARKS)])
      .flatMap((word) => [word, ...(SENTENCE_END.test(word) ? [word.replace(SENTENCE_END, "")] : [])]);
    const decoded = words.flatMap((word) => [...fromAddress(word), ...fromBase64(word)]);
    const candidates = [...words, ...decoded, ...decoded.flatMap((each) => each.split(MARKS))];
    return candidates.some((candidate) => this.#readings.has(digestOf(plain(candidate))));
  }

  /** Looks into the text of a file, which may be damaged. */
  placesIn(text: string): readonly TextPlace[] {
    return [...tokensIn(text)].filter(({ value }) => this.isIn({ text: value, parts: readingsOf(value) }));
  }
}

/** What the one who looks for a value may mean. */
export function soughtReadings(value: string): readonly string[] {
  const inAddress = PASSWORD_IN_ADDRESS.exec(value)?.[1];
  const readings = [...readingsOf(restorePem(value)), ...accessTokensIn(value), inAddress ?? []].flat();
  return [...new Set([...readings, ...readings.flatMap(fromBase64).flatMap(readingsOf)])];
}

/** What's shorter may be any word of a text. */
const MIN_WORD_LENGTH = 8;
/** A text in quotes, of which JSON, YAML, and programs have several on a line. */
const QUOTED = /"([^"\n]+)"|'([^'\n]+)'/g;
const PEM = /-----BEGIN [A-Z ]{1,40}-----[^-]+-----END [A-Z ]{1,40}-----/g;
/** A word without what sentences, lists, and Markdown have around it. */
const WORD = /[\p{L}\p{N}].*[\p{L}\p{N}]/su;

/**
 * What may be a value in a longer text: its lines, such as those of a `.env` file, what's in quotes, and its words, as of
 * a log, a chat, or a command, and keys in PEM. Where a terminal or a message has wrapped the value, also all of it without whitespace.
 */
function soughtWords(value: string): readonly string[] {
  const text = stripVTControlCharacters(value);
  const lines = text.split(/[\r\n\0]+/);
  const quoted = [...text.matchAll(QUOTED)].map(([, double, single = ""]) => double ?? single);
  const words = text.split(BLANKS).flatMap((word) => [word, WORD.exec(word)?.[0] ?? "", ...word.split(MARKS)]);
  const keys = text.match(PEM) ?? [];
  const all = [...[...lines, ...words].flatMap(readingsOf), ...quoted, ...keys, text.replaceAll(/\s+/g, "")];
  const decoded = all.flatMap((word) => [...fromAddress(word), ...fromBase64(word)]).flatMap(readingsOf);
  return [...new Set([...all, ...decoded])].filter(({ length }) => length >= MIN_WORD_LENGTH);
}

const PASSWORD_IN_ADDRESS = /^\w{1,20}:\/\/[^/\s:@]{0,99}:([^@\s]+)@/;

/** Text with percent signs, as addresses and forms have it. */
function fromAddress(text: string): readonly string[] {
  const plainText = text.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) =>
    Buffer.from(codes.replaceAll("%", ""), "hex").toString(),
  );
  return plainText === text ? [] : [plainText];
}

/** Text in base64, as of `user:password` in a header. */
function fromBase64(text: string): readonly string[] {
  if (!BASE64.test(text)) return [];
  const plainText = Buffer.from(text, "base64").toString();
  return /^[\t\n\r -~]+$/.test(plainText) ? [plainText] : [];
}

const BASE64 = /^[\w+/-]{8,}={0,2}$/;

/** Where a file has a value itself. */
export interface TextPlace {
  /** Counted from 1. */
  readonly line: number;
  readonly what: "comment" | "propertyName" | "number" | "text";
}

/** Kinds of tokens of jsonc-parser, whose enumeration exists only for the compiler. */
const [STRING, NUMBER, LINE_COMMENT, BLOCK_COMMENT, UNKNOWN, END] = [10, 11, 12, 13, 16, 17];
const WHAT = new Map<number | undefined, TextPlace["what"]>([
  [STRING, "text"],
  [NUMBER, "number"],
  [LINE_COMMENT, "comment"],
  [BLOCK_COMMENT, "comment"],
  [UNKNOWN, "text"],
]);

function* tokensIn(text: string): Generator<TextPlace & { readonly value: string }> {
  const scanner = createScanner(text);
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const what = WHAT.get(kind);
    if (!what) continue;
    const value = scanner.getTokenValue();
    const line = scanner.getTokenStartLine() + 1;
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    const isName =
      kind === STRING &&
      text
        .slice(end, end + MAX_BEFORE_COLON)
        .trimStart()
        .startsWith(":");
    yield { line, what: isName ? "propertyName" : what, value: value.replace(COMMENT_MARKS, "") };
  }
}

/** As people write JSON, a colon follows a name at once. */
const MAX_BEFORE_COLON = 20;
const COMMENT_MARKS = /^\/[/*]+\s*|\*\/$/g;

/** Files, shells and clipboards add blanks and line breaks, or take them from the same value. */
function plain(value: string): string {
  return restorePem(value).replaceAll("\r\n", "\n").trim();
}

/** Of this process alone: equal values have equal digests, and how long they take to compare tells nothing. */
const DIGEST_KEY = randomBytes(32);

/** A final line break is what files and clipboards add, and isn't sent. */
function digestOf(value: string): string {
  return createHmac("sha256", DIGEST_KEY)
    .update(withoutFinalLineBreak(value.replaceAll("\r\n", "\n")))
    .digest("base64");
}

/** Where a value goes. */
export interface Destination {
  readonly origin: string;
  readonly production: boolean;
  /** The file's path for people. */
  readonly file: string;
}

/** What's shorter may be a region, or a user's name, beside the secret. */
const MIN_PART_LENGTH = 10;

/** How many other files a sentence about a shared value names. */
const MAX_NAMED = 3;

/**
 * Finds values that go to a production tenant and to another one. Digests are in memory, and for this call alone.
 *
 * @returns for each file, some of the other files that have one of its values
 */
export function findShared(
  values: readonly (Destination & Pick<PropertyValue, "isSecret" | "text" | "parts">)[],
): ReadonlyMap<string, readonly string[]> {
  // Beside a value, there may be the scheme of a header in one file, and nothing in the other.
  const secrets = values.flatMap(({ isSecret, text = "", parts, ...where }) =>
    !isSecret || text === ""
      ? []
      : [...readingsOf(text), ...parts.filter(({ length }) => length >= MIN_PART_LENGTH)].map((value) => ({
          ...where,
          digest: digestOf(value),
        })),
  );
  const shared = new Map<string, readonly string[]>();
  for (const same of Map.groupBy(secrets, ({ digest }) => digest).values()) {
    const tenants = [...Map.groupBy(same, ({ origin }) => origin).values()];
    if (tenants.length < 2) continue;
    for (const { file, origin, production } of same) {
      const others = tenants
        .filter(([first]) => first && first.origin !== origin && (first.production || production))
        .flatMap((files) => files.slice(0, MAX_NAMED).map((other) => other.file));
      if (others.length > 0)
        shared.set(file, [...new Set([...(shared.get(file) ?? []), ...others])].slice(0, MAX_NAMED));
    }
  }
  return shared;
}

/** What people read about a value that a production tenant and another one have. */
export function sharedSentence(others: readonly string[]): string {
  return l10n.t(
    "The same value goes to another tenant, and one of the two is production. See {0}.",
    formatNarrowList(others),
  );
}
