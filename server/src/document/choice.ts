import type { Field } from "../../../schemas/fields.js";
import { asciiOf } from "../../../schemas/hidden.js";
import { setupTypes, type Variant, variants, variantsOfType } from "../../../schemas/variants.js";
import { misspelling, nearestName } from "./misspelling.js";
import { has, type Property } from "./jsonTree.js";

/** The result of choosing a variant by a setup's `type` and property names. */
export type VariantChoice =
  /** One variant is nearest. */
  | (Corrections & { readonly kind: "chosen"; readonly typeOmitted: boolean })
  /** Several variants are equally close, and each would drop something that another one keeps. */
  | Conflict
  /** The type has several variants, and the setup has no field of any of them. */
  | {
      readonly kind: "incomplete";
      readonly type: string;
      readonly variants: readonly Variant[];
      readonly unknown: readonly Property[];
    }
  /**
   * There's no `type`, and fields that OAUTH_JWT doesn't have. `types` are suggested by the fields, likeliest first.
   */
  | { readonly kind: "missing-type"; readonly types: readonly string[]; readonly misspelt: Property | undefined }
  /** No variant has this type. `suggestions` are the probable types. */
  | { readonly kind: "unknown-type"; readonly suggestions: readonly string[] }
  /** The type isn't a string, or has no value yet. */
  | { readonly kind: "undecided" };

interface Conflict {
  readonly kind: "conflict";
  readonly type: string;
  readonly variants: readonly Variant[];
  /** The properties that exclude each other, in text order. */
  readonly keys: readonly Property[];
  /** For each variant, the conflicting properties that it would drop. */
  readonly drops: readonly (readonly Property[])[];
  /** The corrections that all of the variants need. */
  readonly common: Pick<Corrections, "missing" | "unknown" | "misspelt">;
}

const [OAUTH_JWT] = variantsOfType("OAUTH_JWT") as readonly [Variant];

/**
 * Chooses the variant of a setup: of those with its `type`, the one that needs the fewest corrections. If several are
 * equal, the one that keeps the most properties. If those conflict, none.
 * @param properties the setup's properties without `type` and without duplicates.
 */
export function chooseVariant(type: Property | undefined, properties: readonly Property[]): VariantChoice {
  if (!type) return chooseWithoutType(properties);
  const value = type.value?.value;
  if (typeof value !== "string") return { kind: "undecided" };
  const candidates = variantsOfType(value);
  if (candidates.length === 0) return { kind: "unknown-type", suggestions: typesMeantBy(value) };
  // As most setups do. To look for misspellings in all variants takes longer than to read the file.
  const fitting = properties.length > 0 ? candidates.find((variant) => fits(variant, properties)) : undefined;
  if (fitting) return { kind: "chosen", typeOmitted: false, ...NO_CORRECTIONS, variant: fitting };
  const all = candidates.map((variant) => correctionsFor(variant, properties));
  const nearest = all.reduce((best, corrections) => (compare(corrections, best) < 0 ? corrections : best));
  if (candidates.length > 1 && properties.length === nearest.unknown.length)
    return { kind: "incomplete", type: value, variants: candidates, unknown: nearest.unknown };
  const equals = all.filter((corrections) => compare(corrections, nearest) === 0);
  return conflictBetween(equals, properties) ?? { kind: "chosen", typeOmitted: false, ...nearest };
}

/**
 * The types that start with the text, which may still be incomplete, or else the nearest one, if it's a misspelling.
 */
function typesMeantBy(text: string): readonly string[] {
  const word = asciiOf(text).trim().toUpperCase();
  const begun = word === "" ? [] : setupTypes.filter((type) => type.startsWith(word));
  const nearest = nearestName(text, setupTypes);
  return begun.length > 0 || nearest === undefined ? begun : [nearest];
}

function chooseWithoutType(properties: readonly Property[]): VariantChoice {
  const fits = properties.every(({ name }) => has(OAUTH_JWT.fields, name));
  if (fits) return { kind: "chosen", typeOmitted: true, ...correctionsFor(OAUTH_JWT, properties) };
  const misspelt = properties.find(({ name }) => nearestName(name, ["type"]) !== undefined);
  return { kind: "missing-type", types: suggestedTypes(properties), misspelt };
}

function compare(a: Corrections, b: Corrections): number {
  return a.count - b.count || a.unknown.length - b.unknown.length;
}

function conflictBetween(equals: readonly Corrections[], properties: readonly Property[]): Conflict | undefined {
  const [first, ...others] = equals;
  if (!first || others.length === 0) return undefined;
  const unknownToOthers = others.map((other) => new Set(other.unknown));
  const unknown = new Set(first.unknown.filter((property) => unknownToOthers.every((each) => each.has(property))));
  const drops = equals.map((corrections) => corrections.unknown.filter((property) => !unknown.has(property)));
  const conflicting = new Set(drops.flat());
  const keys = properties.filter((property) => conflicting.has(property));
  if (keys.length === 0) return undefined;
  const missing = first.missing.filter(({ name }) =>
    others.every((other) => other.missing.some((field) => field.name === name)),
  );
  const misspelt = first.misspelt.filter((match) =>
    others.every((other) =>
      other.misspelt.some(({ property, field }) => property === match.property && field.name === match.field.name),
    ),
  );
  return {
    kind: "conflict",
    type: first.variant.type,
    variants: equals.map(({ variant }) => variant),
    keys,
    drops,
    common: { missing, unknown: [...unknown], misspelt },
  };
}

/** The types whose variants know the most of the properties, at least one. Fewest corrections come first. */
function suggestedTypes(properties: readonly Property[]): readonly string[] {
  const all = variants.map((variant) => ({
    ...correctionsFor(variant, properties),
    known: properties.filter(({ name }) => has(variant.fields, name)).length,
  }));
  const most = Math.max(1, ...all.map(({ known }) => known));
  const best = all.filter(({ known }) => known === most).sort((a, b) => a.count - b.count);
  return [...new Set(best.map(({ variant }) => variant.type))];
}

interface Misspelling {
  readonly property: Property;
  readonly field: Field;
}

/** The changes that would make a setup's property names fit one variant. */
export interface Corrections {
  readonly variant: Variant;
  /** Required fields that are absent, and that no property is a misspelling of. */
  readonly missing: readonly Field[];
  readonly unknown: readonly Property[];
  /**
   * In a closed variant, misspellings of absent fields. In an open one, extra properties that misspell a required
   * field.
   */
  readonly misspelt: readonly Misspelling[];
  readonly count: number;
}

/** If there are more unknown properties, only the first are compared. */
const MAX_CANDIDATES = 100;

const NO_CORRECTIONS = { missing: [], unknown: [], misspelt: [], count: 0 };

/** Whether `correctionsFor` would find none. */
function fits({ fields, closed }: Variant, properties: readonly Property[]): boolean {
  return (
    fields.every(({ name, required }) => !required || has(properties, name)) &&
    (!closed || properties.every(({ name }) => has(fields, name)))
  );
}

function correctionsFor(variant: Variant, properties: readonly Property[]): Corrections {
  const { fields, closed } = variant;
  const extra = properties.filter(({ name }) => !has(fields, name));
  const absent = fields.filter(({ name }) => !has(properties, name));
  const required = absent.filter((field) => field.required);
  const misspelt = matchMisspellings(extra, closed ? absent : required);
  const missing = required.filter((field) => !misspelt.some((match) => match.field === field));
  const unknown = closed ? extra.filter((property) => !misspelt.some((match) => match.property === property)) : [];
  return { variant, missing, unknown, misspelt, count: missing.length + unknown.length + misspelt.length };
}

/** Pairs properties with fields, nearest first. Each property and each field is used at most once. */
function matchMisspellings(properties: readonly Property[], fields: readonly Field[]): readonly Misspelling[] {
  if (properties.length === 0 || fields.length === 0) return [];
  const pairs: (Misspelling & { readonly edits: number })[] = [];
  for (const property of properties.slice(0, MAX_CANDIDATES)) {
    for (const field of fields) {
      const edits = misspelling(property.name, field.name);
      if (edits !== undefined) pairs.push({ property, field, edits });
    }
  }
  pairs.sort((a, b) => a.edits - b.edits);
  const matches: Misspelling[] = [];
  for (const { property, field } of pairs) {
    if (!matches.some((match) => match.property === property || match.field === field))
      matches.push({ property, field });
  }
  return matches;
}
