import type { Field } from "../../../../schemas/fields.js";
import type { Random } from "../../measure/random.js";

/** About how long a value is where nothing asks for another length, in characters. */
const USUAL_LENGTH = 24;

/** A valid text for a field, of a given length if the field takes texts that long. */
export function valueOf(field: Field, random: Random, length = USUAL_LENGTH): string {
  if (field.allowed) return random.pick(field.allowed);
  if (field.format === "https-url") return `https://${hostname(random)}/${random.token(12)}`;
  if (field.format === "hostname" || field.format === "host-port") return hostname(random);
  if (field.format === "email") return `flows@${hostname(random)}`;
  if (field.pem) return pem(field.name === "public_key" ? "PUBLIC KEY" : "PRIVATE KEY", random, length);
  return random.token(Math.min(length, field.maxLength ?? length));
}

/** A reference to where a secret is kept, as setup files are meant to have them; a plain value for what has a format. */
export function referenceTo(field: Field, random: Random): string {
  return field.format === undefined
    ? `\${secret:${field.name.toUpperCase()}_${random.token(6)}}`
    : valueOf(field, random);
}

export function hostname(random: Random): string {
  return `${random.token(8).toLowerCase()}.example.com`;
}

function pem(label: string, random: Random, length: number): string {
  const lines = Math.max(1, Math.ceil(length / 66));
  const body = Array.from({ length: lines }, () => random.token(64));
  return `-----BEGIN ${label}-----\n${body.join("\n")}\n-----END ${label}-----\n`;
}
