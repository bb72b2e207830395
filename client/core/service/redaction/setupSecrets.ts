import { variants } from "../../../../schemas/variants.js";

/** Properties whose values are no secrets in any variant: addresses, names, choices. */
const HARMLESS = new Set(
  variants
    .flatMap(({ fields }) => fields)
    .filter(({ name }, _, all) => all.every((field) => field.name !== name || !field.secret))
    .map(({ name }) => name),
);

/** A number such as 8 or 443 keeps no secret, and would take words out of what a service says. */
const SHORTEST_NUMBER = 4;

/**
 * Every text and longer number of an update that may be a credential: all of the setup but what is
 * known to be harmless. A property that no variant names counts as secret.
 */
export function secretsIn(update: unknown): readonly string[] {
  const setup = typeof update === "object" && update !== null && "setup" in update ? update.setup : undefined;
  return textsIn(setup, "");
}

function textsIn(value: unknown, name: string): string[] {
  if (typeof value === "number")
    return HARMLESS.has(name) || String(value).length < SHORTEST_NUMBER ? [] : [String(value)];
  if (typeof value === "string") return name === "type" || HARMLESS.has(name) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    textsIn(child, Array.isArray(value) ? name : key),
  );
}
