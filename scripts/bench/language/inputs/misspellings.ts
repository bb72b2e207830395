import type { Variant } from "../../../../schemas/variants.js";

/**
 * Ways to misspell a name: two letters swapped, one left out, one doubled, one replaced, or words joined in another
 * manner. None of them is a name the variant has.
 */
export function misspellings(name: string, { fields }: Variant): readonly string[] {
  const middle = Math.floor(name.length / 2);
  const swapped =
    name.slice(0, middle - 1) +
    name.slice(middle, middle + 1) +
    name.slice(middle - 1, middle) +
    name.slice(middle + 1);
  const without = name.slice(0, middle) + name.slice(middle + 1);
  const doubled = name.slice(0, middle) + name.slice(middle - 1);
  const replaced = `${name.slice(0, -1)}x`;
  const camel = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const hyphens = name.replaceAll("_", "-");
  const candidates = [swapped, without, doubled, replaced, camel, hyphens, name.toUpperCase()];
  return [...new Set(candidates)].filter(
    (candidate) => candidate !== name && !fields.some((field) => field.name === candidate),
  );
}
