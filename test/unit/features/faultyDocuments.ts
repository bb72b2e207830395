import fc from "fast-check";
import { variants, type Variant } from "../../../schemas/variants.js";
import { type Field } from "../../../schemas/fields.js";

/** Properties of an object as they are written: the key and the value, each as JSON. */
export type Written = readonly (readonly [key: string, value: string])[];

const word = fc.stringMatching(/^[a-z][a-z0-9]{2,12}$/);

/** A value that is right for a field. */
export function valueOf({ allowed, format }: Field): fc.Arbitrary<string> {
  if (allowed) return fc.constantFrom(...allowed);
  if (format === "https-url") return word.map((host) => `https://${host}.example.com/api`);
  if (format === "hostname") return word.map((host) => `${host}.example.com`);
  if (format === "email") return word.map((name) => `${name}@example.com`);
  return fc.oneof(word, fc.constant("${env:SOME_NAME}"));
}

/** A valid setup of a variant, with any of its optional fields. */
function setupOf(variant: Variant): fc.Arbitrary<Written> {
  const fields = variant.fields.map((field) =>
    fc
      .tuple(field.required ? fc.constant(true) : fc.boolean(), valueOf(field))
      .map(([present, value]) => (present ? [[JSON.stringify(field.name), JSON.stringify(value)] as const] : [])),
  );
  return fc.tuple(...fields).map((present) => [[`"type"`, JSON.stringify(variant.type)] as const, ...present.flat()]);
}

/** Any variant with a valid setup of it. */
export const validSetup: fc.Arbitrary<{ readonly variant: Variant; readonly setup: Written }> = fc
  .constantFrom(...variants)
  .chain((variant) => setupOf(variant).map((setup) => ({ variant, setup })));

/** One fault planted in a setup. Where it does not apply, the setup comes back as it is. */
type Planting = (setup: Written, index: number) => Written;

const at = (setup: Written, index: number): readonly [string, string] => setup[index % setup.length] ?? ["", ""];
const changeValue = (setup: Written, index: number, change: (value: string) => string): Written =>
  setup.map((entry) => (entry === at(setup, index) ? [entry[0], change(entry[1])] : entry));
const changeKey = (setup: Written, index: number, change: (key: string) => string): Written =>
  setup.map((entry) => (entry === at(setup, index) ? [change(entry[0]), entry[1]] : entry));

/** Ways to go wrong. */
export const plantings: Readonly<Record<string, Planting>> = {
  "misspelt key": (setup, index) => changeKey(setup, index, (key) => `"${key.slice(2, -1)}${key.slice(1, 2)}"`),
  "key in capitals": (setup, index) => changeKey(setup, index, (key) => key.toUpperCase()),
  "unknown key": (setup) => [...setup, ['"colour_of_money"', "1"]],
  "key left out": (setup, index) => setup.filter((entry) => entry !== at(setup, index)),
  "key given twice": (setup, index) => [...setup, at(setup, index)],
  number: (setup, index) => changeValue(setup, index, () => "12"),
  null: (setup, index) => changeValue(setup, index, () => "null"),
  "empty text": (setup, index) => changeValue(setup, index, () => '""'),
  "white space": (setup, index) => changeValue(setup, index, (value) => `" ${value.slice(1, -1)}\\n"`),
  http: (setup, index) => changeValue(setup, index, (value) => value.replace("https:", "http:")),
  "lower case": (setup, index) => changeValue(setup, index, (value) => value.toLowerCase()),
  "broken reference": (setup, index) => changeValue(setup, index, () => '"${env: NAME}"'),
  placeholder: (setup, index) => changeValue(setup, index, () => '"<fill me in>"'),
  "record field": (setup) => [...setup, ['"created_at"', '"2024-01-01"']],
};

/** Writes properties as a bare setup or a full file, in lines or in one. */
export function write(
  setup: Written,
  layout: { readonly full: boolean; readonly lines: boolean; readonly lineBreak: string },
): string {
  const { full, lines, lineBreak } = layout;
  const object = (properties: readonly string[], indentation: string): string =>
    lines
      ? `{${lineBreak}${properties.map((property) => `${indentation}  ${property}`).join(`,${lineBreak}`)}${lineBreak}${indentation}}`
      : `{ ${properties.join(", ")} }`;
  const written = setup.map(([key, value]) => `${key}: ${value}`);
  return full ? object(['"id": "ac_1"', `"setup": ${object(written, "  ")}`], "") : object(written, "");
}

/** A layout for `write`. */
export const layout = fc.record({ full: fc.boolean(), lines: fc.boolean(), lineBreak: fc.constantFrom("\n", "\r\n") });
