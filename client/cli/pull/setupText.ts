import { referenceText } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";

export interface Skeleton {
  readonly id: string;
  readonly tenant: string;
  /** Undefined if it has to be chosen later. */
  readonly variant: Variant | undefined;
  readonly reference: "secret" | "env";
  readonly names: ReadonlyMap<string, string>;
}

/** Each value is a reference. Optional fields are in a comment, so that they are seen but not sent. */
export function skeleton({ id, tenant, variant, reference, names }: Skeleton): string {
  const head = [`  "id": ${JSON.stringify(id)},`, `  "tenant": ${JSON.stringify(tenant)}`];
  if (!variant)
    return [
      "{",
      ...head,
      "  // Add the setup. The service doesn't say which variant the connection has.",
      "}",
      "",
    ].join("\n");
  const line = ({ name, allowed }: Variant["fields"][number]) =>
    `${JSON.stringify(name)}: ${JSON.stringify(allowed?.[0] ?? referenceText({ kind: reference, name: names.get(name) ?? name }))}`;
  const required = variant.fields.filter((field) => field.required);
  const shown = required.length > 0 ? required : variant.fields.slice(0, 1);
  const optional = variant.fields.filter((field) => !shown.includes(field));
  const fields = [`    "type": ${JSON.stringify(variant.type)}`, ...shown.map((field) => `    ${line(field)}`)].join(
    ",\n",
  );
  return [
    "{",
    `${head.join("\n")},`,
    `  "setup": {`,
    fields,
    ...optional.map((field) => `    // optional: ${line(field)}`),
    "  }",
    "}",
    "",
  ].join("\n");
}

const PLACE = /\{(tenant|app|name|id|field)\}/g;

/** Unique for each connection. */
export const DEFAULT_PATTERN = "{id}_{field}";

export interface Named {
  readonly tenant: string;
  readonly app: string;
  readonly name: string;
  readonly id: string;
}

/** Whether a pattern makes valid names, a different one for each field. */
export function isPattern(pattern: string): boolean {
  return /^\w*$/.test(pattern.replace(PLACE, "")) && pattern.includes("{field}");
}

/**
 * Names have capitals, digits and underscores only.
 * @param taken names of other connections; this one's are added. A name that is taken also gets the id.
 */
export function referenceNames(
  pattern: string,
  named: Named,
  fields: readonly string[],
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const fill = (field: string) =>
    bare(pattern.replace(PLACE, (_, what: keyof Named | "field") => (what === "field" ? field : named[what])));
  const names = fields.map((field) => [field, fill(field)] as const);
  const isTaken =
    names.some(([, name]) => taken.has(name)) || new Set(names.map(([, name]) => name)).size < names.length;
  const own = isTaken ? names.map(([field]) => [field, bare(`${named.tenant}_${named.id}_${field}`)] as const) : names;
  for (const [, name] of own) taken.add(name);
  return new Map(own);
}

function bare(text: string): string {
  const name = text
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 120);
  return /^[A-Z]/.test(name) ? name : `_${name}`;
}
