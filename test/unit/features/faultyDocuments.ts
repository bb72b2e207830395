import fc from "fast-check";
import { anySetup } from "../rules/generate.js";

/** Properties of an object as they are written: the key and the value, each as JSON. */
export type Written = readonly (readonly [key: string, value: string])[];

/** The properties of a valid setup of any variant, those that hold strings: what is planted is a change of one. */
export const validSetup: fc.Arbitrary<Written> = anySetup.map(({ setup }) =>
  Object.entries(setup).flatMap(([key, value]) =>
    typeof value === "string" ? [[JSON.stringify(key), JSON.stringify(value)] as const] : [],
  ),
);

/** One fault planted in a setup. Where it doesn't apply, the setup comes back as it is. */
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
