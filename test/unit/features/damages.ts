import { variants, type Variant } from "../../../schemas/variants.js";
import type { Field } from "../../../schemas/fields.js";

/** Property names of a file with the strings and other values they hold, in the order of the text. */
type Written = readonly (readonly [key: string, value: string])[];

const PUNCTUATION = "{}[]:,\"'\\;=/*";
const TEXTS = [
  "Orders EU",
  "a-b_c.d",
  'say \\"hi\\"',
  "x, y: {z}",
  "C:\\\\keys",
  "caf\\u00e9",
  "12",
  "${secret:acme.key}",
];

/** A valid value of a field, written as JSON. The texts differ, with punctuation in some. */
function valueOf({ allowed, format, secret, pem, name }: Field, seed: number): string {
  if (allowed) return JSON.stringify(allowed[seed % allowed.length]);
  if (pem) return String.raw`"-----BEGIN KEY-----\nMIIB+/=\n-----END KEY-----\n"`;
  if (secret) return seed % 3 === 0 ? `"$\{file:keys/${name}.pem}"` : `"$\{env:${name.toUpperCase()}}"`;
  if (format === "https-url") return '"https://api.example.com:8443/v2?a=1,2&b=[x]#f"'.replace("[x]", "%5Bx%5D");
  if (format === "email") return '"flows@example.com"';
  return format ? '"login.example.com"' : `"${TEXTS[seed % TEXTS.length] ?? ""}"`;
}

function setupOf(variant: Variant, seed: number): Written {
  const fields = variant.fields.map((field, index) => [`"${field.name}"`, valueOf(field, seed + index)] as const);
  const extra = variant.closed
    ? []
    : ([
        ['"scopes"', '["read", "write"]'],
        ['"options"', '{ "retries": 3, "strict": true, "none": null, "list": [[1], {}] }'],
      ] as const);
  return [['"type"', JSON.stringify(variant.type)], ...fields, ...extra];
}

type Layout = (setup: Written, root: Written) => string;

/** The ways people lay out a file. */
const LAYOUTS: readonly Layout[] = [
  (setup, root) => oneLine([...root, ['"setup"', oneLine(setup, "")]], ""),
  (setup) => oneLine(setup, " "),
  (setup, root) =>
    `// A connection\n${inLines([...root, ['"setup"', inLines(setup, "  ", "    ", "\n")]], "", "  ", "\n")}\n`,
  (setup) => `\uFEFF${inLines(setup, "", "\t", "\r\n")}\r\n`,
  (setup, root) => {
    const [first = ["", ""] as const, ...rest] = root;
    return inLines(
      [['"setup"', `${inLines(setup, "    ", "        ", "\n").slice(0, -6)}, /* the end */\n    }`], first, ...rest],
      "",
      "    ",
      "\n",
    );
  },
];

function oneLine(properties: Written, space: string): string {
  const text = properties.map(([key, value]) => `${key}:${space}${value}`).join(`,${space}`);
  return `{${space}${text}${space}}`;
}

function inLines(properties: Written, outer: string, inner: string, lineBreak: string): string {
  const text = properties.map(([key, value]) => `${inner}${key}: ${value}`).join(`,${lineBreak}`);
  return `{${lineBreak}${text}${lineBreak}${outer}}`;
}

/** Valid setup files of all variants and shapes. */
export function validFiles(): readonly string[] {
  const root: Written = [
    ['"id"', '"ac_1"'],
    ['"tenant"', '"acme.example.com:8443"'],
    ['"name"', '"Orders (EU), new"'],
  ];
  return variants.flatMap((variant, index) =>
    [index, index + 2].map((seed) => LAYOUTS[seed % LAYOUTS.length]?.(setupOf(variant, seed), root) ?? ""),
  );
}

/** Every text that differs from a file in one punctuation character that is missing, added or another. */
export function* damagesOf(file: string): Generator<string> {
  for (let at = 0; at < file.length; at++) {
    const [before, character, after] = [file.slice(0, at), file.charAt(at), file.slice(at + 1)];
    for (const added of PUNCTUATION) yield before + added + character + after;
    if (!PUNCTUATION.includes(character)) continue;
    yield before + after;
    for (const other of PUNCTUATION) if (other !== character) yield before + other + after;
  }
}
