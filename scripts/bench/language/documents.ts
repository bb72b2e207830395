import type { Field } from "../../../schemas/fields.js";
import { variants, type Variant } from "../../../schemas/variants.js";

/** What a text is like: valid, with secrets as references; the same with a misspelt field; valid with plain secrets. */
export const KINDS = ["valid", "faulty", "plain secrets"] as const;
export type Kind = (typeof KINDS)[number];

/** The length of the texts with a comment that makes it up. */
const SIZE = 500;

/** A text for each variant with all its fields. @param commented whether a comment makes all about 500 bytes long */
export function documentsOf(kind: Kind, commented: boolean): readonly string[] {
  return variants.map((variant) => {
    const text = documentOf(variant, kind);
    const missing = commented ? SIZE - text.length : 0;
    return missing > 4 ? `// ${"kept by the integrations team; ".repeat(20).slice(0, missing - 4)}\n${text}` : text;
  });
}

function documentOf(variant: Variant, kind: Kind): string {
  const fields = variant.fields.map((field): readonly [string, string] => [
    field.name,
    field.secret && !field.format && kind !== "plain secrets"
      ? `\${secret:${field.name.toUpperCase()}}`
      : valueOf(field),
  ]);
  const last = fields.findLast(([name]) => name.length > 3) ?? fields[0];
  const setup = fields.map(([name, value]) => [
    kind === "faulty" && name === last?.[0] ? name.replace(/^(.)(.)/, "$2$1") : name,
    value,
  ]);
  const file = {
    id: "ac_SYi5gR27R32pB1qiVGpG",
    tenant: "acme.example.com",
    name: "Billing",
    setup: { type: variant.type, ...(Object.fromEntries(setup) as object) },
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function valueOf({ name, allowed, format, pem, maxLength }: Field): string {
  if (allowed) return allowed[0] ?? "";
  if (format === "https-url") return "https://api.example.com/kDYcQnUAfPzL";
  if (format === "email") return "flows@example.com";
  if (format !== undefined) return "db.example.com";
  const label = name === "public_key" ? "PUBLIC KEY" : "PRIVATE KEY";
  if (pem) return `-----BEGIN ${label}-----\n${"kDYcQnUA".repeat(8)}\n-----END ${label}-----\n`;
  return "kDYcQnUAfPzLr2sVbTgM4xWe".slice(0, maxLength);
}
