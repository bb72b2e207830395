import { setupFileText } from "../../core/files/template.js";
import { newReferenceName, referenceText } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";

interface Skeleton {
  readonly id: string;
  readonly tenant: string;
  /** Undefined if the user has to choose it. */
  readonly variant: Variant | undefined;
  readonly reference: "secret" | "env";
  readonly names: ReadonlyMap<string, string>;
}

/** Writes a setup file with references as values. Optional fields are comments, so they're visible but aren't sent. */
export function skeleton({ id, tenant, variant, reference, names }: Skeleton): string {
  if (!variant)
    return [
      "{",
      `  "id": ${JSON.stringify(id)},`,
      `  "tenant": ${JSON.stringify(tenant)}`,
      "  // Add the setup. The service doesn't say which variant the connection has.",
      "}",
      "",
    ].join("\n");
  const valueOf = ({ name, allowed }: Variant["fields"][number]) =>
    allowed?.[0] ?? referenceText({ kind: reference, name: names.get(name) ?? name });
  return setupFileText({
    id,
    tenantHost: tenant,
    variant,
    valueOf,
    describeOptional: (fields) =>
      fields.map((field) => `optional: ${JSON.stringify(field.name)}: ${JSON.stringify(valueOf(field))}`),
  });
}

const PLACE = /\{(tenant|app|name|id|field)\}/g;

/** Makes names that are unique for each connection. */
export const DEFAULT_PATTERN = "{id}_{field}";

interface Named {
  readonly tenant: string;
  readonly app: string;
  readonly name: string;
  readonly id: string;
}

/** Whether a pattern makes a valid, distinct name for each field. */
export function isPattern(pattern: string): boolean {
  return /^\w*$/.test(pattern.replace(PLACE, "")) && pattern.includes("{field}");
}

/**
 * Makes reference names of uppercase letters, digits and underscores.
 * @param isOthers whether another connection has a name. If it has any of these, all use tenant, id and field instead.
 */
export function referenceNames(
  pattern: string,
  named: Named,
  fields: readonly string[],
  isOthers: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const fill = (field: string) =>
    newReferenceName([
      pattern.replace(PLACE, (_, what: keyof Named | "field") => (what === "field" ? field : named[what])),
    ]);
  const names = fields.map((field) => [field, fill(field)] as const);
  const isTaken =
    names.some(([, name]) => isOthers(name)) || new Set(names.map(([, name]) => name)).size < names.length;
  return new Map(
    isTaken
      ? names.map(([field]) => [field, newReferenceName([named.tenant, named.id, field], isOthers)] as const)
      : names,
  );
}
