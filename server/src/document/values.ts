import { faultOf, type ValueFault } from "../../../schemas/check.js";
import { setupFileFields, typeField, type Field } from "../../../schemas/fields.js";
import { mayHoldReferences, parseReferences, type ParsedText } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";
import type { VariantChoice } from "./choice.js";
import type { JsonNode, JsonObject, Property } from "./tree.js";
import type { Setup } from "./setupFile.js";

/** The value of a known property. */
export interface FieldValue {
  readonly field: Field;
  readonly property: Property;
  readonly node: JsonNode;
  readonly inSetup: boolean;
  /** Only of a string with `${` that may have references. */
  readonly parsed: ParsedText | undefined;
  /** The text of a string, with `$${` as `${`; absent if that is known only once references are resolved. */
  readonly text: string | undefined;
  /** Values with references aren't checked. */
  readonly fault: ValueFault | undefined;
}

const CHECKED_AT_ROOT = setupFileFields.filter(({ name }) => name !== "setup");
const CHECKED_IN_BARE_ROOT = CHECKED_AT_ROOT.filter(({ name }) => name === "$schema");

/** Checks the values of known properties: those of the file, and those of the setup's variants. */
export function checkValues(root: JsonObject, setup: Setup | undefined): readonly FieldValue[] {
  const rootFields = setup?.object === root ? CHECKED_IN_BARE_ROOT : CHECKED_AT_ROOT;
  const ofRoot = checked(rootFields, root.properties, false);
  if (!setup) return ofRoot;
  if (setup.choice.kind === "undecided") return [...ofRoot, ...checked([typeField], setup.object.properties, true)];
  const ofSetup: FieldValue[] = [];
  for (const variant of variantsIn(setup.choice)) {
    const unseen = variant.fields.filter(({ name }) => !ofSetup.some(({ field }) => field.name === name));
    ofSetup.push(...checked(unseen, setup.fields, true));
  }
  return [...ofRoot, ...ofSetup];
}

/** The variants a setup can be judged by. */
export function variantsIn(choice: VariantChoice): readonly Variant[] {
  if (choice.kind === "chosen") return [choice.variant];
  return choice.kind === "conflict" ? choice.variants : [];
}

/** References may be in `name`, and in every field of a setup without a list of allowed values. */
export function takesReferences(field: Field, inSetup: boolean): boolean {
  return inSetup ? field.allowed === undefined : field.name === "name";
}

/** The values of those fields that are there. */
function checked(fields: readonly Field[], properties: readonly Property[], inSetup: boolean): readonly FieldValue[] {
  return fields.flatMap((field): FieldValue[] => {
    const property = properties.find(({ name }) => name === field.name);
    const node = property?.value;
    if (!node) return [];
    const written = typeof node.value === "string" ? node.value : undefined;
    const mayRefer = written !== undefined && mayHoldReferences(written) && takesReferences(field, inSetup);
    const parsed = mayRefer ? parseReferences(written) : undefined;
    const text = parsed ? literalText(parsed) : written;
    const isKnown = !parsed || text !== undefined;
    return [{ field, property, node, inSetup, parsed, text, fault: isKnown ? faultOf(field, text) : undefined }];
  });
}

function literalText({ parts, references, malformed }: ParsedText): string | undefined {
  if (references.length > 0 || malformed.length > 0) return undefined;
  return parts.filter((part) => typeof part === "string").join("");
}
