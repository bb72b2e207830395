import type { Schema } from "./contestant.js";

type Parts = Readonly<Record<string, Schema>>;

/**
 * The rules of the published schema in the form that suits the JSON service best: the type chooses the variant, only the
 * six of API_KEY need a `oneOf`, and an address is checked by one keyword instead of two.
 */
export function byType(published: Schema): Schema {
  const definitions = withoutUriFormat(published["definitions"]) as Parts;
  const { setup, ...others } = definitions;
  const variantsOf = new Map<string, object[]>();
  for (const [name, schema] of Object.entries(others)) {
    const type = ((schema["properties"] as Parts | undefined)?.["type"] as { readonly const?: string } | undefined)
      ?.const;
    if (type !== undefined) variantsOf.set(type, [...(variantsOf.get(type) ?? []), { $ref: `#/definitions/${name}` }]);
  }
  const choices = [...variantsOf].map(([type, variants]) => ({
    if: { required: ["type"], properties: { type: { const: type } } },
    then: variants.length === 1 ? variants[0] : { oneOf: variants },
  }));
  const types = { required: ["type"], properties: { type: { enum: [...variantsOf.keys()] } } };
  const untyped = { $ref: "#/definitions/oauth-jwt" };
  const chosen = {
    ...setup,
    if: { anyOf: [{ required: ["type"] }, { not: untyped }] },
    then: { allOf: [types, ...choices] },
    else: untyped,
  };
  return { ...published, definitions: { ...others, setup: chosen } };
}

/** The pattern next to it checks the same and more. */
function withoutUriFormat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUriFormat);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) => !(key === "format" && inner === "uri" && "pattern" in value),
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutUriFormat(inner)]));
}
