import type { Variant } from "../../../schemas/variants.js";
import { referenceText } from "../../../schemas/references.js";

/** What a file is made for. */
export interface Skeleton {
  readonly id: string;
  /** The tenant's host. */
  readonly tenant: string;
  /** Undefined where nobody has said which; then it is left to be chosen. */
  readonly variant: Variant | undefined;
  readonly reference: "secret" | "env";
  /** The names of the references by field. */
  readonly names: ReadonlyMap<string, string>;
}

/** The text of a setup file with a reference in the place of each value. Optional fields stand in a comment, so that they are seen and not sent. */
export function skeleton({ id, tenant, variant, reference, names }: Skeleton): string {
  const head = [`  "id": ${JSON.stringify(id)},`, `  "tenant": ${JSON.stringify(tenant)}`];
  if (!variant)
    return ["{", ...head, "  // Add its setup: the service does not tell which variant it has.", "}", ""].join("\n");
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
