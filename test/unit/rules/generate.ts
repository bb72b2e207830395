import fc from "fast-check";
import { hiddenIn } from "../../../schemas/hidden.js";
import { judge } from "../../../schemas/judgements.js";
import type { Field } from "../../../schemas/fields.js";
import { variants, type Variant } from "../../../schemas/variants.js";

/** A setup that fits its variant, and the variant. */
export interface Generated {
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
