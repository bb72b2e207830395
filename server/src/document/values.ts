import { checkSetup, checkSetupFile } from "../../../schemas/check.js";
import type { Fault } from "../../../schemas/faults.js";
import { setupFileFields, typeField, type Field } from "../../../schemas/fields.js";
import { mayHoldReferences, parseReferences, type ParsedText } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";
import type { Choice } from "./choice.js";
import type { JsonObject, Property } from "./properties.js";
import type { Setup } from "./setup.js";
import type { JsonNode } from "./tree.js";

/** The value of a property that is known, and what is wrong with it. */
export interface FieldValue {
  readonly field: Field;
  readonly property: Property;
  readonly node: JsonNode;
  readonly inSetup: boolean;
  /** From the root down. */
  readonly path: readonly string[];
  /** What the string is parsed into, where it holds `${` and may hold references. */
  readonly parsed: ParsedText | undefined;
  /** The text a string stands for, with `$${` as `${`; absent where that is known only once references are resolved. */
  readonly text: string | undefined;
  /** What its schema says against it. Values with references are not checked. */
  readonly fault: Fault | undefined;
}

type Unchecked = Omit<FieldValue, "fault"> & { fault: Fault | undefined };

const CHECKED_AT_ROOT = setupFileFields.filter(({ name }) => name !== "setup");
const CHECKED_IN_BARE_ROOT = CHECKED_AT_ROOT.filter(({ name }) => name === "$schema");

/**
 * Checks the values of all properties that are known: those of the file, and
 * those of the setup's variant. Where variants conflict, the fields of each.
 */
export function checkValues(root: JsonObject, setup: Setup | undefined): readonly FieldValue[] {
  const values = valuesOf(root.properties, setup?.object === root ? CHECKED_IN_BARE_ROOT : CHECKED_AT_ROOT, undefined);
  if (values.length > 0) assignFaults(values, checkSetupFile(toCheck(values)));
  if (!setup) return values;
  if (setup.choice.kind === "undecided") values.push(...valuesOf(setup.object.properties, [typeField], setup).map(asWrongType));
  for (const variant of variantsIn(setup.choice)) {
    const fresh = variant.fields.filter(({ name }) => !values.some((other) => other.inSetup && other.field.name === name));
    const known = valuesOf(setup.fields, fresh, setup);
    if (known.length === 0) continue;
    assignFaults(known, checkSetup(variant, toCheck(known, variant)));
    values.push(...known);
  }
  return values;
}

/** The variants a setup can be judged by. */
export function variantsIn(choice: Choice): readonly Variant[] {
  if (choice.kind === "chosen") return [choice.variant];
  return choice.kind === "conflict" ? choice.variants : [];
}

/** Whether references may stand in a field: in `name`, and in every field of a setup that is not one of a few given words. */
export function takesReferences(field: Field, inSetup: boolean): boolean {
  return inSetup ? field.allowed === undefined : field.name === "name";
}

function valuesOf(properties: readonly Property[], fields: readonly Field[], setup: Setup | undefined): Unchecked[] {
  const values: Unchecked[] = [];
  const inSetup = setup !== undefined;
  for (const field of fields) {
    const property = properties.find(({ name }) => name === field.name);
    const node = property?.value;
    if (!property || !node) continue;
    const written = typeof node.value === "string" ? node.value : undefined;
    const parsed = written !== undefined && takesReferences(field, inSetup) && mayHoldReferences(written) ? parseReferences(written) : undefined;
    const path = setup?.property ? [setup.property.name, field.name] : [field.name];
    values.push({ field, property, node, inSetup, path, parsed, text: parsed ? literalText(parsed) : written, fault: undefined });
  }
  return values;
}

function literalText({ parts, references, malformed }: ParsedText): string | undefined {
  if (references.length > 0 || malformed.length > 0) return undefined;
  return parts.filter((part) => typeof part === "string").join("");
}

/** The values in the form validators take; of objects and arrays only what they are. */
function toCheck(values: readonly Unchecked[], variant?: Variant): Readonly<Record<string, unknown>> {
  const object: Record<string, unknown> = variant ? { type: variant.type } : {};
  for (const { field, node, parsed, text } of values) {
    if (node.type === "object") object[field.name] = {};
    else if (node.type === "array") object[field.name] = [];
    else if (!parsed) object[field.name] = node.value;
    else if (text !== undefined) object[field.name] = text;
  }
  return object;
}

/** A field that is missing here is missing in the text, or holds a reference: neither is a fault of a value. */
function assignFaults(values: readonly Unchecked[], faults: readonly Fault[]): void {
  for (const fault of faults) {
    if (fault.code === "missing-property") continue;
    const value = values.find(({ field }) => field.name === fault.path[0]);
    if (value) value.fault = fault;
  }
}

function asWrongType(value: Unchecked): Unchecked {
  return { ...value, fault: { code: "wrong-value-type", path: [value.field.name], expected: "string" } };
}
