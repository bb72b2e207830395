import { takesReferences } from "../../../schemas/fields.js";
import {
  mayHoldReferences,
  type ParsedText,
  parseReferences,
  type Reference,
  type Span,
  wordBefore,
} from "../../../schemas/references.js";
import { BESIDE_BARE_SETUP } from "./setup.js";
import type { SetupFile } from "./setupFile.js";
import type { JsonNode } from "./jsonTree.js";

/** A reference in the text of a file, from its `${` to its `}`. */
export interface PlacedReference extends Span {
  readonly reference: Reference;
  /** The string that contains it. */
  readonly node: JsonNode;
  /** The word before the colon. */
  readonly kind: Span;
  readonly name: Span;
}

const OPEN = "${".length;

/** The positions of a string's references in the file's text. */
export function placed(text: string, node: JsonNode, { references }: ParsedText): readonly PlacedReference[] {
  const parts = references.flatMap((reference) => {
    const { start, end } = reference;
    const colon = start + OPEN + wordBefore(reference).length;
    return [
      { start, end: start + OPEN },
      { start: colon, end: colon + 1 },
      { start: end - 1, end },
    ];
  });
  const places = placesOf(text, node, parts);
  return references.flatMap((reference, index) => {
    const [open, colon, close] = places.slice(index * 3, index * 3 + 3);
    if (!open || !colon || !close) return [];
    const kind = { start: open.end, end: colon.start };
    return [{ reference, node, start: open.start, end: close.end, kind, name: { start: colon.end, end: close.start } }];
  });
}

/**
 * The references of a file, in text order. Includes those in unknown and duplicate properties, since a rename must also
 * find them in files with errors.
 */
export function referencesOf(file: SetupFile): readonly PlacedReference[] {
  return stringsThatTakeReferences(file).flatMap((node) => {
    const value = String(node.value);
    return mayHoldReferences(value) ? placed(file.text, node, parseReferences(value)) : [];
  });
}

/** The reference at an offset. Between two adjacent ones, the second. */
export function referenceAt(file: SetupFile, offset: number): PlacedReference | undefined {
  return referencesOf(file).findLast(({ start, end }) => start <= offset && offset <= end);
}

/** The positions of `$${`, the escape for `${`. */
export function escapesOf(file: SetupFile): readonly Span[] {
  return stringsThatTakeReferences(file).flatMap((node) => {
    const found = String(node.value).matchAll(/\$\$\{/g);
    const escapes = Array.from(found, ({ index }) => ({ start: index, end: index + 3 }));
    return placesOf(file.text, node, escapes);
  });
}

/** The strings in places that allow references, in text order. */
export function stringsThatTakeReferences({ root, setup, shape }: SetupFile): readonly JsonNode[] {
  const found: JsonNode[] = [];
  for (const property of root?.node.children ?? []) {
    const [key, value] = property.children ?? [];
    const holds =
      shape === "bare"
        ? !BESIDE_BARE_SETUP.includes(String(key?.value))
        : key?.value === "name" || key === setup?.property?.key;
    if (!holds || !value) continue;
    const inner = value === setup?.object.node ? (value.children ?? []) : [property];
    for (const each of inner)
      if (takesReferences(each.children?.[0]?.value)) found.push(...stringsIn(each.children?.[1]));
  }
  return found;
}

/** The strings in a value. */
export function* stringsIn(node: JsonNode | undefined): Generator<JsonNode> {
  if (!node) return;
  if (node.type === "string") yield node;
  for (const child of node.children ?? []) yield* stringsIn(node.type === "object" ? child.children?.[1] : child);
}

/**
 * Maps parts of a string's value to the file's text, where an escape such as `\u0024` has six characters.
 * @param spans parts of the decoded value, in order and without overlaps.
 */
export function placesOf(text: string, node: JsonNode, spans: readonly Span[]): readonly Span[] {
  const end = node.offset + node.length;
  let decoded = 0;
  let offset = node.offset + 1;
  const advance = (index: number): number => {
    for (; decoded < index && offset < end; decoded++) {
      if (text[offset] !== "\\") offset++;
      else offset += text[offset + 1] === "u" ? 6 : 2;
    }
    return offset;
  };
  return spans.map((span) => ({ start: advance(span.start), end: advance(span.end) }));
}
