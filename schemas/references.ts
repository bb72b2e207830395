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

export function mayHoldReferences(text: string): boolean {
  return text.includes(OPEN);
}

/** Whether a name is valid in `${env:…}` and `${secret:…}`. */
export function isReferenceName(name: string): boolean {
  return NAME.test(name);
}

export const MAX_REFERENCE_NAME_LENGTH = 100;

/** Names a new variable or secret, such as ACME_ORDERS_API_KEY, with a number if the name is taken. */
export function newReferenceName(words: readonly string[], taken: readonly string[] = []): string {
  const letters = words.join("_").normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
  const name = letters
    .replaceAll(/[^A-Z\d]+/g, "_")
    .slice(4 - MAX_REFERENCE_NAME_LENGTH)
    .replaceAll(/^_+|_+$/g, "");
  const first = /^[A-Z]/.test(name) ? name : `_${name}`;
  for (let count = 1; ; count++) {
    const free = count === 1 ? first : `${first}_${count}`;
    if (!taken.includes(free)) return free;
  }
}

export function referenceText({ kind, name }: Pick<Reference, "kind" | "name">): string {
  return kind === "provider" ? OPEN + name + CLOSE : `${OPEN}${kind}:${name}${CLOSE}`;
}

const MAX_WORD_LENGTH = 50;
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

/** Parses a text with references, in linear time. */
export function parseReferences(text: string): ParsedText {
  const parts: (string | Reference)[] = [];
  const references: Reference[] = [];
  const malformed: Span[] = [];
  let literal = "";
  let position = 0;
  let close = -1;
  for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, position)) {
    if (open > position && text[open - 1] === "$") {
      literal += text.slice(position, open - 1) + OPEN;
      position = open + OPEN.length;
      continue;
    }
    literal += text.slice(position, open);
    if (close < open) close = indexOrEnd(text, CLOSE, open);
    const reference = referenceBetween(text, open, close);
    if (reference) {
      if (literal !== "") parts.push(literal);
      literal = "";
      parts.push(reference);
      references.push(reference);
      position = reference.end;
    } else {
      const end = endOfMalformed(text, open, close);
      malformed.push({ start: open, end });
      literal += text.slice(open, end);
      position = end;
    }
  }
  literal += text.slice(position);
  if (literal !== "") parts.push(literal);
  return { parts, references, malformed };
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
  return text.replaceAll(OPEN, () => "$${");
}

/** @param close where the next closing brace is; the length of the text if there is none. */
function referenceBetween(text: string, open: number, close: number): Reference | undefined {
  if (close === text.length) return undefined;
  const start = open + OPEN.length;
  const colon = text.slice(start, start + MAX_WORD_LENGTH + 1).indexOf(":");
  if (colon < 0 || start + colon >= close) return undefined;
  const word = text.slice(start, start + colon);
  const named = text.slice(start + colon + 1, close);
  const end = close + CLOSE.length;
  const kind = referenceKinds.find((candidate) => candidate === word);
  if (!kind)
    return isProviderName(word) && named !== ""
      ? { kind: "provider", name: `${word}:${named}`, start: open, end }
      : undefined;
  const isWellFormed = kind === "file" ? named !== "" : isReferenceName(named);
  return isWellFormed ? { kind, name: named, start: open, end } : undefined;
}

/** A malformed reference ends at its brace, the next `${` or the end of the text, whichever comes first. */
function endOfMalformed(text: string, open: number, close: number): number {
  const next = indexOrEnd(text, OPEN, open + OPEN.length);
  if (close < next) return close + CLOSE.length;
  return next < text.length && text[next - 1] === "$" ? next - 1 : next;
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const index = text.indexOf(searched, from);
  return index < 0 ? text.length : index;
}
