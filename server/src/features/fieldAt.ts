import { setupFileFields, typeField, type Field } from "../../../schemas/fields.js";
import { variants, variantsOfType, type Variant } from "../../../schemas/variants.js";
import type { SetupFile } from "../document/setupFile.js";
import type { JsonNode } from "../document/tree.js";
import { variantsIn } from "../document/values.js";

/** What a property of a setup file is. */
export interface KnownField {
  readonly field: Field;
  readonly inSetup: boolean;
  /** The variants that have it, among those that are in question. */
  readonly variants: readonly Variant[];
}

/**
 * What is known about a property.
 * @param property a node of the kind "property".
 * @returns nothing for unknown properties, and for those of nested objects.
 */
export function knownField(file: SetupFile, property: JsonNode): KnownField | undefined {
  const name = property.children?.[0]?.value;
  if (typeof name !== "string") return undefined;
  const inSetup = file.setup?.object.node === property.parent;
  if (!inSetup || name === "$schema") return property.parent === file.root?.node ? atRoot(name) : undefined;
  if (name === "type") return { field: typeField, inSetup, variants: [] };
  const having = inQuestion(file).filter(({ fields }) => fields.some((field) => field.name === name));
  const field = having[0]?.fields.find((candidate) => candidate.name === name);
  return field && { field, inSetup, variants: having };
}

function atRoot(name: string): KnownField | undefined {
  const field = setupFileFields.find((candidate) => candidate.name === name);
  return field && { field, inSetup: false, variants: [] };
}

/** The variants a setup can be judged by; where that is open, those of its type, or all. */
function inQuestion({ setup }: SetupFile): readonly Variant[] {
  const judged = setup ? variantsIn(setup.choice) : [];
  if (judged.length > 0) return judged;
  const ofType = variantsOfType(String(setup?.type?.value?.value));
  return ofType.length > 0 ? ofType : variants;
}
