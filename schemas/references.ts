/**
 * References are looked up on push: `${env:NAME}`, `${secret:NAME}`, `${file:path}` and `${PROVIDER:PATH}`. `$${` is a
 * literal `${`.
 */

export type ReferenceKind = BuiltInKind | "provider";

export type BuiltInKind = "env" | "secret" | "file";

/** In the order they are offered. */
export const referenceKinds: readonly BuiltInKind[] = ["secret", "file", "env"];

/** Offsets in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Reference extends Span {
  readonly kind: ReferenceKind;
  /**
   * The name of a variable or secret, the path of a file, or a provider with its path: `op:Automation/Salesforce/key`.
   */
  readonly name: string;
}

export interface ParsedText {
  /** References and the literal text between them, with `$${` already replaced by `${`. */
  readonly parts: readonly (string | Reference)[];
  readonly references: readonly Reference[];
  /** Text that starts like a reference but isn't one, from its `${`. */
  readonly malformed: readonly Span[];
}

const NAME = /^[A-Za-z_][\w.-]*$/;
const OPEN = "${";
const CLOSE = "}";
const ESCAPE = "$${";

export function mayHoldReferences(text: string): boolean {
  return text.includes(OPEN);
}

/** Whether a name is valid in `${env:…}` and `${secret:…}`. */
export function isReferenceName(name: string): boolean {
  return NAME.test(name);
}

export const MAX_REFERENCE_NAME_LENGTH = 100;

/** Names a new variable or secret, such as ACME_ORDERS_API_KEY, with a number if the name is taken. */
export function newReferenceName(words: readonly string[], isTaken = (_name: string) => false): string {
  const letters = words.join("_").normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
  const name = letters
    .replaceAll(/[^A-Z\d]+/g, "_")
    .slice(4 - MAX_REFERENCE_NAME_LENGTH)
    .replaceAll(/^_+|(?<!_)_+$/g, "");
  const first = /^[A-Z]/.test(name) ? name : `_${name}`;
  for (let count = 1; ; count++) {
    const free = count === 1 ? first : `${first}_${count}`;
    if (!isTaken(free)) return free;
  }
}

export function referenceText({ kind, name }: Pick<Reference, "kind" | "name">): string {
  return kind === "provider" ? OPEN + name + CLOSE : `${OPEN}${kind}:${name}${CLOSE}`;
}

const PROVIDER_NAME = /^[A-Za-z][\w-]{0,49}$/;

/** Whether a provider may have this name. The other three kinds are reserved, in any letter case. */
export function isProviderName(name: string): boolean {
  return PROVIDER_NAME.test(name) && !referenceKinds.some((kind) => kind === name.toLowerCase());
}

/** Splits the name of a reference to a provider at its first colon. */
export function providerOf(name: string): { readonly provider: string; readonly path: string } {
  const colon = name.indexOf(":");
  return { provider: name.slice(0, colon), path: name.slice(colon + 1) };
}

/** The word before the colon: a kind, or the name of a provider. */
export function wordBefore({ kind, name }: Pick<Reference, "kind" | "name">): string {
  return kind === "provider" ? providerOf(name).provider : kind;
}

/**
 * An escape, a reference, or text that only begins like a reference: it ends at its brace or before the next `${`. A
 * reference without a brace takes the rest of the text, so that matching takes linear time.
 */
const PART =
  /\$\$\{|\$\{(?:([a-z][\w-]{0,49}):((?<!\{(?:env|secret):)[^}]+|[a-z_][\w.-]*)(\}|$)|(?:(?!\$?\$\{)[^}])*\}?)/gi;

export function parseReferences(text: string): ParsedText {
  const parts: (string | Reference)[] = [];
  const malformed: Span[] = [];
  let literal = "";
  let position = 0;
  for (const { index: start, 0: written, 1: word = "", 2: name = "", 3: close } of text.matchAll(PART)) {
    const end = start + written.length;
    const kind = referenceKinds.find((each) => each === word) ?? (isProviderName(word) ? "provider" : undefined);
    literal += text.slice(position, start);
    position = end;
    if (kind && close === CLOSE) {
      if (literal !== "") parts.push(literal);
      literal = "";
      parts.push({ kind, name: kind === "provider" ? `${word}:${name}` : name, start, end });
    } else {
      if (written !== ESCAPE) malformed.push({ start, end });
      literal += written === ESCAPE ? OPEN : written;
    }
  }
  literal += text.slice(position);
  if (literal !== "") parts.push(literal);
  return { parts, references: parts.filter((part) => typeof part !== "string"), malformed };
}

/** Whether a text is one reference with braces too many, such as `${secret:KEY}}`. */
export function hasBracesBeside({ parts, references }: ParsedText): boolean {
  return references.length === 1 && /^[{}]+$/.test(parts.filter((part) => typeof part === "string").join(""));
}

/** The text without escapes; undefined if it has references or is malformed. */
export function literalText({ parts, references, malformed }: ParsedText): string | undefined {
  if (references.length > 0 || malformed.length > 0) return undefined;
  return parts.filter((part) => typeof part === "string").join("");
}

/** Whether a text is one reference and nothing else. */
export function isReference(text: string): boolean {
  const [first] = parseReferences(text).references;
  return first?.start === 0 && first.end === text.length;
}

/** Writes `${` as `$${`, so that it isn't taken for a reference. */
export function escapeReferences(text: string): string {
  return text.replaceAll(OPEN, () => ESCAPE);
}
