import fc from "fast-check";
import { hiddenIn } from "../../../schemas/hidden.js";
import { judge } from "../../../schemas/judgements.js";
import type { Field } from "../../../schemas/fields.js";
import { variants, type Variant, setupTypes, variantsOfType } from "../../../schemas/variants.js";

/** A setup that fits its variant, and the variant. */
interface Generated {
  readonly variant: Variant;
  readonly setup: Readonly<Record<string, unknown>>;
}

const HOST = fc.domain();

/** Texts that neither look like a placeholder nor begin or end with whitespace nor hold `${`. */
const TEXT = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((text) => `k${text.replaceAll("$", "").trim()}`)
  .filter((text) => hiddenIn(text) === undefined);

function valueOf(field: Field): fc.Arbitrary<string> {
  if (field.allowed) return fc.constantFrom(...field.allowed);
  if (field.format === "https-url") return HOST.map((host) => `https://${host}/path`);
  if (field.format === "hostname") return HOST;
  if (field.format === "email") return HOST.map((host) => `flows@${host}`);
  if (field.pem) return fc.constantFrom("k", "kkk");
  return TEXT.map((text) => [...text].slice(0, field.maxLength ?? 100).join(""));
}

function setupOf(variant: Variant): fc.Arbitrary<Generated> {
  const fields = Object.fromEntries(variant.fields.map((field) => [field.name, valueOf(field)]));
  const required = variant.fields.filter((field) => field.required).map(({ name }) => name);
  return fc
    .tuple(fc.record(fields, { requiredKeys: required }), variant.closed ? fc.constant({}) : extras(variant))
    .map(([known, extra]) => ({ variant, setup: { ...extra, type: variant.type, ...known } }));
}

function extras({ fields }: Variant): fc.Arbitrary<Record<string, unknown>> {
  const names = fc
    .string({ maxLength: 12 })
    .filter(
      (name) => !["type", "id", "tenant", "__proto__"].includes(name) && !fields.some((field) => field.name === name),
    );
  const isSound = (text: string) => text.trim() === "" || judge(text) === undefined;
  const value = fc.jsonValue({ maxDepth: 3 }).filter((each) => {
    const text = JSON.stringify(each);
    return (
      !text.includes("${") &&
      (text.match(/"(?:[^"\\]|\\.)*"/g) ?? []).every((one) => isSound(JSON.parse(one) as string))
    );
  });
  return fc.dictionary(names, value, { maxKeys: 4 });
}

/** A setup of any variant. */
export const anySetup: fc.Arbitrary<Generated> = fc.oneof(...variants.map(setupOf));

/** The text of a file with this setup, in the full or the bare shape, in any layout. */
export function textOf(setup: unknown): fc.Arbitrary<string> {
  const name = fc.option(TEXT, { nil: undefined });
  const indent = fc.constantFrom(undefined, 2, "\t");
  const full = fc
    .tuple(name, indent)
    .map(([written, space]) =>
      JSON.stringify({ id: "ac_1", tenant: "acme.example.com", name: written, setup }, undefined, space),
    );
  return fc.oneof(
    full,
    indent.map((space) => JSON.stringify(setup, undefined, space)),
  );
}

/** A text with one fault. */
interface Fault {
  readonly text: string;
  /** The code of the one diagnostic that it gives. */
  readonly code: string;
  /** What that stands at; it occurs once in the text. */
  readonly marked: string;
  /** For what is missing or misspelt, the right name. */
  readonly right?: string;
}

/** Chooses one of several. @returns undefined if there are none */
type Pick = <T>(items: readonly T[]) => T | undefined;

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
