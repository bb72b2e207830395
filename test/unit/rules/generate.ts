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

/** Texts that nothing is said about: they neither look like a placeholder nor begin or end with whitespace nor hold `${`. */
export const TEXT = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((text) => `k${text.replaceAll("$", "").trim()}`)
  .filter((text) => hiddenIn(text) === undefined && judge(text) === undefined);

function valueOf(field: Field): fc.Arbitrary<string> {
  if (field.allowed) return fc.constantFrom(...field.allowed);
  if (field.format === "https-url") return HOST.map((host) => `https://${host}/path`);
  if (field.format) return HOST.map((host) => (field.format === "email" ? `flows@${host}` : host));
  if (field.pem) return fc.constantFrom("k", "kkk");
  return TEXT.map((text) => [...text].slice(0, field.maxLength ?? 100).join(""));
}

function setupOf(variant: Variant): fc.Arbitrary<Generated> {
  const fields = Object.fromEntries(variant.fields.map((field) => [field.name, valueOf(field)]));
  const requiredKeys = variant.fields.filter(({ required }) => required).map(({ name }) => name);
  return fc
    .tuple(fc.record(fields, { requiredKeys }), variant.closed ? fc.constant({}) : extras(variant))
    .map(([known, extra]) => ({ variant, setup: { ...extra, type: variant.type, ...known } }));
}

function extras({ fields }: Variant): fc.Arbitrary<Record<string, unknown>> {
  const taken = ["type", "id", "tenant", "__proto__", ...fields.map(({ name }) => name)];
  const names = fc.string({ maxLength: 12 }).filter((name) => !taken.includes(name));
  const isSound = (text: string) => text.trim() === "" || judge(text) === undefined;
  const value = fc.jsonValue({ maxDepth: 3 }).filter((each) => {
    const text = JSON.stringify(each);
    const strings = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    return !text.includes("${") && strings.every((one) => isSound(JSON.parse(one) as string));
  });
  return fc.dictionary(names, value, { maxKeys: 4 });
}

/** A setup of any variant. */
export const anySetup: fc.Arbitrary<Generated> = fc.oneof(...variants.map(setupOf));

/** Chooses one of several. @returns undefined if there are none */
type Pick = <T>(items: readonly T[]) => T | undefined;

type Plant = (generated: Generated, pick: Pick) => ReturnType<typeof fault> | undefined;

/** Gives this value to a property of the setup that fits. */
function giving(value: unknown, code: string, fits: (field: Field) => boolean, marked = JSON.stringify(value)): Plant {
  return ({ setup, variant }, pick) => {
    const field = pick(variant.fields.filter((each) => each.name in setup && fits(each)));
    return field && fault({ ...setup, [field.name]: value }, code, marked);
  };
}

/** Plants faults of each kind into a valid setup, where its variant can have them. */
export const FAULTS: Readonly<Record<string, Plant>> = {
  "value of a wrong type": giving(271_828, "wrong-value-type", () => true),
  "unknown field": ({ setup, variant }) =>
    variant.closed ? fault({ ...setup, zzzzzzzzzzzz: 1 }, "unknown-property", '"zzzzzzzzzzzz"') : undefined,
  "unknown type": ({ setup }) =>
    fault({ ...setup, type: "NO_SUCH_TYPE_AT_ALL" }, "unknown-type", '"NO_SUCH_TYPE_AT_ALL"'),
  "misspelt type": ({ setup, variant: { type } }, pick) => {
    const wrong = pick([type.toLowerCase(), `${type}S`, `${type.slice(0, 2)}${type.slice(3)}`]) ?? "";
    if (setupTypes.includes(wrong)) return undefined;
    return fault({ ...setup, type: wrong }, "unknown-type", JSON.stringify(wrong));
  },
  "misspelt field": ({ setup, variant }, pick) => {
    const field = pick(variant.fields.filter(({ name }) => variant.closed && name in setup && name.length > 3));
    if (!field) return undefined;
    const wrong = pick(misspellings(field.name).filter((name) => name !== variant.type)) ?? "";
    const { [field.name]: value, ...rest } = setup;
    return fault({ ...rest, [wrong]: value }, "unknown-property", JSON.stringify(wrong));
  },
  "missing field": ({ setup, variant: { type, typeRequired, fields } }, pick) => {
    if (!typeRequired || variantsOfType(type).length > 1) return undefined;
    const field = pick(fields.filter(({ required }) => required));
    const rest = { ...setup, [field?.name ?? ""]: undefined };
    return field && fault(rest, "missing-property", JSON.stringify(type));
  },
  "malformed reference": giving("a ${no} b", "malformed-reference", (field) => !field.allowed, "${no}"),
  "value too long": giving("k".repeat(1025), "too-long", ({ maxLength }) => maxLength !== undefined),
  "value not allowed": giving("a value", "invalid-value", ({ allowed }) => allowed !== undefined),
  "no https URL": giving("http://api.example.com", "not-https-url", ({ format }) => format === "https-url"),
};

/** A letter left out, one doubled, two swapped, the last one replaced, and capitals. */
function misspellings(name: string): readonly string[] {
  const middle = Math.floor(name.length / 2);
  const [before, after] = [name.slice(0, middle), name.slice(middle)];
  const swapped = before.slice(0, -1) + after.slice(0, 1) + before.slice(-1) + after.slice(1);
  const written = [before + after.slice(1), before + before.slice(-1) + after, swapped, `${name.slice(0, -1)}x`];
  return [...written, name.toUpperCase()].filter((wrong) => wrong !== name);
}

/** A text with one fault. @param code of the one diagnostic that it gives @param marked what that stands at, once in the text */
function fault(setup: unknown, code: string, marked: string) {
  return { text: JSON.stringify({ name: "n", setup }), code, marked };
}
