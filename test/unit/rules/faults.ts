import { setupTypes, variantsOfType } from "../../../schemas/variants.js";
import type { Generated } from "./generate.js";

/** A text with one fault. */
export interface Fault {
  readonly text: string;
  /** The code of the one diagnostic that it gives. */
  readonly code: string;
  /** What that stands at; it occurs once in the text. */
  readonly marked: string;
  /** For what is missing or misspelt, the right name. */
  readonly right?: string;
}

/** Chooses one of several. @returns undefined if there are none */
export type Pick = <T>(items: readonly T[]) => T | undefined;

const OPEN_TEXT = "a value";

/** Plants faults of each kind into a valid setup, where its variant can have them. */
export const FAULTS: Readonly<Record<string, (generated: Generated, pick: Pick) => Fault | undefined>> = {
  "value of a wrong type": ({ setup, variant }, pick) => {
    const field = pick(variant.fields.filter(({ name }) => name in setup));
    return field && fault({ ...setup, [field.name]: 271_828 }, "wrong-value-type", "271828");
  },
  "unknown field": ({ setup, variant }) =>
    variant.closed ? fault({ ...setup, zzzzzzzzzzzz: 1 }, "unknown-property", '"zzzzzzzzzzzz"') : undefined,
  "unknown type": ({ setup }) =>
    fault({ ...setup, type: "NO_SUCH_TYPE_AT_ALL" }, "unknown-type", '"NO_SUCH_TYPE_AT_ALL"'),
  "misspelt type": ({ setup, variant }, pick) => {
    const { type } = variant;
    const wrong = pick([type.toLowerCase(), `${type}S`, `${type.slice(0, 2)}${type.slice(3)}`]) ?? "";
    if (setupTypes.includes(wrong)) return undefined;
    return fault({ ...setup, type: wrong }, "unknown-type", JSON.stringify(wrong), type);
  },
  "misspelt field": ({ setup, variant }, pick) => {
    const field = variant.closed
      ? pick(variant.fields.filter(({ name }) => name in setup && name.length > 3))
      : undefined;
    if (!field) return undefined;
    const wrong = pick(misspellings(field.name).filter((name) => name !== variant.type)) ?? "";
    const { [field.name]: value, ...rest } = setup;
    return fault({ ...rest, [wrong]: value }, "unknown-property", JSON.stringify(wrong), field.name);
  },
  "missing field": ({ setup, variant }, pick) => {
    if (!variant.typeRequired || variantsOfType(variant.type).length > 1) return undefined;
    const field = pick(variant.fields.filter(({ required }) => required));
    if (!field) return undefined;
    const { [field.name]: _, ...rest } = setup;
    return fault(rest, "missing-property", JSON.stringify(variant.type), field.name);
  },
  "malformed reference": ({ setup, variant }, pick) => {
    const field = pick(variant.fields.filter(({ name, allowed }) => name in setup && !allowed));
    return field && fault({ ...setup, [field.name]: "a ${nonsense} b" }, "malformed-reference", "${nonsense}");
  },
  "value too long": ({ setup, variant }, pick) => {
    const field = pick(variant.fields.filter(({ name, maxLength }) => name in setup && maxLength !== undefined));
    const value = "k".repeat((field?.maxLength ?? 0) + 1);
    return field && fault({ ...setup, [field.name]: value }, "too-long", JSON.stringify(value));
  },
  "value not allowed": ({ setup, variant }, pick) => {
    const field = pick(variant.fields.filter(({ name, allowed }) => name in setup && allowed));
    return field && fault({ ...setup, [field.name]: OPEN_TEXT }, "invalid-value", JSON.stringify(OPEN_TEXT));
  },
  "no https URL": ({ setup, variant }, pick) => {
    const field = pick(variant.fields.filter(({ name, format }) => name in setup && format === "https-url"));
    const value = "http://api.example.com/x";
    return field && fault({ ...setup, [field.name]: value }, "not-https-url", JSON.stringify(value));
  },
};

/** A letter left out, one doubled, two swapped, the last one replaced, and capitals. */
function misspellings(name: string): readonly string[] {
  const middle = Math.floor(name.length / 2);
  const [before, after] = [name.slice(0, middle), name.slice(middle)];
  const swapped = before.slice(0, -1) + after.slice(0, 1) + before.slice(-1) + after.slice(1);
  const written = [before + after.slice(1), before + before.slice(-1) + after, swapped, `${name.slice(0, -1)}x`];
  return [...written, name.toUpperCase()].filter((wrong) => wrong !== name);
}

function fault(setup: unknown, code: string, marked: string, right?: string): Fault {
  return { text: JSON.stringify({ name: "n", setup }), code, marked, ...(right !== undefined && { right }) };
}
