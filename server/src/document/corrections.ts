import type { Field } from "../../../schemas/fields.js";
import type { Variant } from "../../../schemas/variants.js";
import { misspelling } from "./misspelling.js";
import { has, type Property } from "./properties.js";

/** A property that was probably meant to be this field. */
export interface Misspelling {
  readonly property: Property;
  readonly field: Field;
}

/** What would have to change for a setup's property names to fit one variant. */
export interface Corrections {
  readonly variant: Variant;
  /** Required fields that are absent, and that no property nearly spells. */
  readonly missing: readonly Field[];
  /** Properties a closed variant does not have. */
  readonly unknown: readonly Property[];
  /**
   * In a closed variant, properties that nearly spell an absent field. In an open
   * one, extra properties that nearly spell a required field.
   */
  readonly misspelt: readonly Misspelling[];
  /** How many corrections that makes: a misspelling is one. */
  readonly count: number;
}

/** Beyond this many unknown properties nobody looks for misspellings. */
const MAX_CANDIDATES = 100;

const NONE: readonly never[] = [];

/** Compares the properties of a setup, `type` left out, with the fields of a variant. */
export function correctionsFor(variant: Variant, properties: readonly Property[]): Corrections {
  const { fields } = variant;
  const unclaimed = properties.filter(({ name }) => !has(fields, name));
  const absent =
    fields.length + unclaimed.length === properties.length ? NONE : fields.filter(({ name }) => !has(properties, name));
  const required = absent.length === 0 ? NONE : absent.filter((field) => field.required);
  const wanted = variant.closed ? absent : required;
  const misspelt = unclaimed.length === 0 || wanted.length === 0 ? NONE : matchMisspellings(unclaimed, wanted);
  const missing =
    misspelt.length === 0 ? required : required.filter((field) => !misspelt.some((match) => match.field === field));
  const unknown = !variant.closed
    ? NONE
    : misspelt.length === 0
      ? unclaimed
      : unclaimed.filter((property) => !misspelt.some((match) => match.property === property));
  return { variant, missing, unknown, misspelt, count: missing.length + unknown.length + misspelt.length };
}

/** Pairs properties with fields, the nearest pairs first; each property and each field at most once. */
function matchMisspellings(properties: readonly Property[], fields: readonly Field[]): readonly Misspelling[] {
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
