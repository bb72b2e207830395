import {
  mayHoldReferences,
  type ParsedText,
  parseReferences,
  type Reference,
  type Span,
  wordBefore,
} from "../../../schemas/references.js";
import type { Setup, SetupFile } from "./setupFile.js";
import type { JsonNode, Property } from "./tree.js";
import { type FieldValue, takesReferences } from "./values.js";

/** A reference in the text of a file, from its `${` to its `}`. */
export interface PlacedReference extends Span {
  readonly reference: Reference;
  /** The word before the colon. */
  readonly kind: Span;
  readonly name: Span;
}

const OPEN = "${".length;

/** Where the references of a string stand in the text of the file. */
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
    return [{ reference, start: open.start, end: close.end, kind, name: { start: colon.end, end: close.start } }];
  });
}

/**
 * The references of a file, in the order of the text, also those in properties that belong to no variant or are there
 * twice: a rename has to find them in a file with errors, too.
 */
export function referencesOf(file: SetupFile): readonly PlacedReference[] {
  return [...stringsThatTakeReferences(file)].flatMap((node) => {
    const value = String(node.value);
    return mayHoldReferences(value) ? placed(file.text, node, parseReferences(value)) : [];
  });
}

/** The reference at an offset; between two that touch, the one that begins there. */
export function referenceAt(file: SetupFile, offset: number): PlacedReference | undefined {
  return referencesOf(file).findLast(({ start, end }) => start <= offset && offset <= end);
}

/** Where the text has `$${`, which stands for `${`. */
export function escapesOf(file: SetupFile): readonly Span[] {
  return [...stringsThatTakeReferences(file)].flatMap((node) => {
    const found = String(node.value).matchAll(/\$\$\{/g);
    return placesOf(
      file.text,
      node,
      Array.from(found, ({ index }) => ({ start: index, end: index + 3 })),
    );
  });
}

function* stringsThatTakeReferences({ root, setup, shape, values }: SetupFile): Generator<JsonNode> {
  const literal = new Set(
    values.filter((value) => !takesReferences(value.field, value.inSetup)).map(({ node }) => node),
  );
  for (const property of root?.node.children ?? []) {
    const [key, value] = property.children ?? [];
    const holds =
      shape === "bare" ? !BARE_LITERAL.has(key?.value) : key?.value === "name" || key === setup?.property?.key;
    if (!holds || !value) continue;
    const inner = value === setup?.object.node ? (value.children ?? []) : [property];
    for (const each of inner) if (each.children?.[0]?.value !== "type") yield* stringsIn(each.children?.[1], literal);
  }
}

/** Properties of a bare setup that are none of its fields. */
const BARE_LITERAL: ReadonlySet<unknown> = new Set(["$schema", "id", "tenant"]);

function* stringsIn(node: JsonNode | undefined, literal: ReadonlySet<JsonNode> = new Set()): Generator<JsonNode> {
  if (!node || literal.has(node)) return;
  if (node.type === "string") yield node;
  for (const child of node.children ?? [])
    yield* stringsIn(node.type === "object" ? child.children?.[1] : child, literal);
}

export interface ReferenceText {
  readonly node: JsonNode;
  readonly parsed: ParsedText;
}

/** The strings with something like a reference, in known properties and in the extra ones of an open variant. */
export function referencesIn(values: readonly FieldValue[], setup: Setup | undefined): readonly ReferenceText[] {
  const found: ReferenceText[] = [];
  for (const { node, parsed } of values) if (parsed) found.push({ node, parsed });
  for (const { value } of setup ? extraProperties(setup) : [])
    for (const node of stringsIn(value))
      if (mayHoldReferences(String(node.value))) found.push({ node, parsed: parseReferences(String(node.value)) });
  return found.sort((a, b) => a.node.offset - b.node.offset);
}

/** The properties an open variant doesn't name but takes; none for a closed one. */
export function extraProperties({ choice, fields }: Setup): readonly Property[] {
  if (choice.kind !== "chosen" || choice.variant.closed) return [];
  const { variant } = choice;
  return fields.filter(({ name }) => !variant.fields.some((field) => field.name === name));
}

/**
 * Where parts of a string's value are in the text of the file: an escape such as `\u0024` is one character of the value
 * and six of the text.
 * @param spans parts of the decoded value, in order and not overlapping.
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
