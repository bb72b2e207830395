import { variants, type Variant } from "../../../schemas/variants.js";
import type { Field } from "../../../schemas/fields.js";

const PUNCTUATION = "{}[]:,\"'\\;=/*";
const TEXTS = ["Orders EU", "a-b_c.d", 'say "hi"', "x, y: {z}", "C:\\keys", "café", "12", "${secret:acme.key}"];
const OF_FORMAT: Readonly<Record<string, string>> = {
  "https-url": "https://api.example.com:8443/v2?a=1,2&b=%5Bx%5D#f",
  email: "flows@example.com",
  hostname: "login.example.com",
};

/** A valid value of a field. The texts differ, with punctuation in some. */
function valueOf({ allowed, format, secret, pem, name }: Field, seed: number): string | undefined {
  if (allowed) return allowed[seed % allowed.length];
  if (pem) return "-----BEGIN KEY-----\nMIIB+/=\n-----END KEY-----\n";
  if (secret) return seed % 3 === 0 ? `\${file:keys/${name}.pem}` : `\${env:${name.toUpperCase()}}`;
  return format === undefined ? TEXTS[seed % TEXTS.length] : OF_FORMAT[format];
}

function setupOf({ type, fields, closed }: Variant, seed: number): object {
  const options = { retries: 3, strict: true, none: null, list: [[1], {}] };
  const values = fields.map((field, index) => [field.name, valueOf(field, seed + index)] as const);
  return { type, ...Object.fromEntries(values), ...(!closed && { scopes: ["read", "write"], options }) };
}

/** The ways people lay out a file. */
const LAYOUTS: readonly ((full: { readonly setup: object }) => string)[] = [
  (full) => JSON.stringify(full),
  ({ setup }) => JSON.stringify(setup).replaceAll('","', '", "'),
  (full) => `// A connection\n${JSON.stringify(full, undefined, 2)}\n`,
  ({ setup }) => `\uFEFF${JSON.stringify(setup, undefined, "\t").replaceAll("\n", "\r\n")}\r\n`,
];

/** Valid setup files of all variants and shapes. */
export function validFiles(): readonly string[] {
  const about = { id: "ac_1", tenant: "acme.example.com:8443", name: "Orders (EU), new" };
  return variants.flatMap((variant, index) =>
    [index, index + 2].map(
      (seed) => LAYOUTS[seed % LAYOUTS.length]?.({ ...about, setup: setupOf(variant, seed) }) ?? "",
    ),
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
