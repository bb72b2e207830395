/** References are looked up on push: `${env:NAME}`, `${secret:NAME}` and `${file:path}`. `$${` is a literal `${`. */

export type ReferenceKind = "env" | "secret" | "file";

/** In the order they are offered. */
export const referenceKinds: readonly ReferenceKind[] = ["secret", "file", "env"];

/** In UTF-16 units; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Reference extends Span {
  readonly kind: ReferenceKind;
  /** Of a variable or secret, or the path of a file. */
  readonly name: string;
}

export interface ParsedText {
  /** Literal pieces, with `$${` already turned into `${`, and references between them. */
  readonly parts: readonly (string | Reference)[];
  readonly references: readonly Reference[];
  /** What begins like a reference and is none, from its `${` on. */
  readonly malformed: readonly Span[];
}

const NAME = /^[A-Za-z_][\w.-]*$/;
const OPEN = "${";
const CLOSE = "}";

export function mayHoldReferences(text: string): boolean {
  return text.includes(OPEN);
}

/** For `${env:…}` and `${secret:…}`. */
export function isReferenceName(name: string): boolean {
  return NAME.test(name);
}

export function referenceText({ kind, name }: Pick<Reference, "kind" | "name">): string {
  return `${OPEN}${kind}:${name}${CLOSE}`;
}

/** Takes time linear in the length of the text. */
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

/** Writes `${` as `$${`, so that it isn't taken for a reference. */
export function escapeReferences(text: string): string {
  return text.replaceAll(OPEN, () => "$${");
}

/** @param close where the next closing brace is; the length of the text if there is none. */
function referenceBetween(text: string, open: number, close: number): Reference | undefined {
  if (close === text.length) return undefined;
  const start = open + OPEN.length;
  const kind = referenceKinds.find((candidate) => text.startsWith(`${candidate}:`, start));
  if (!kind) return undefined;
  const name = text.slice(start + kind.length + 1, close);
  const wellFormed = kind === "file" ? name !== "" : isReferenceName(name);
  return wellFormed ? { kind, name, start: open, end: close + CLOSE.length } : undefined;
}

/** A malformed reference reaches to its brace, or to the next `${` if that comes first, or to the end. */
function endOfMalformed(text: string, open: number, close: number): number {
  const next = indexOrEnd(text, OPEN, open + OPEN.length);
  if (close < next) return close + CLOSE.length;
  return next < text.length && text[next - 1] === "$" ? next - 1 : next;
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const index = text.indexOf(searched, from);
  return index < 0 ? text.length : index;
}
