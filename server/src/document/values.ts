import { checkSetup, checkSetupFile } from "../../../schemas/check.js";
import type { Fault } from "../../../schemas/faults.js";
import { setupFileFields, typeField, type Field, type Format } from "../../../schemas/fields.js";
import { isEmail, isHostname, isHostWithPort, isHttpsUrl } from "../../../schemas/formats.js";
import { mayHoldReferences, parseReferences, type ParsedText } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";
import type { Choice } from "./choice.js";
import type { JsonNode, JsonObject, Property } from "./tree.js";
import type { Setup } from "./setupFile.js";

/** The value of a property that is known, and what is wrong with it. */
export interface FieldValue {
  readonly field: Field;
  readonly property: Property;
  readonly node: JsonNode;
  readonly inSetup: boolean;
  /** What the string is parsed into, where it holds `${` and may hold references. */
  readonly parsed: ParsedText | undefined;
  /** The text a string stands for, with `$${` as `${`; absent where that is known only once references are resolved. */
  readonly text: string | undefined;
  /** What its schema says against it. Values with references are not checked. */
  readonly fault: Fault | undefined;
}

const VALID_TEXTS: Readonly<Record<Format, string>> = {
  "https-url": "https://x",
  hostname: "x",
  "host-port": "x",
  email: "x@x",
};

type Unchecked = Omit<FieldValue, "fault"> & { fault: Fault | undefined };

const CHECKED_AT_ROOT = setupFileFields.filter(({ name }) => name !== "setup");
const CHECKED_IN_BARE_ROOT = CHECKED_AT_ROOT.filter(({ name }) => name === "$schema");

/**
 * Checks the values of all properties that are known: those of the file, and
 * those of the setup's variant. Where variants conflict, the fields of each.
 */
export function checkValues(root: JsonObject, setup: Setup | undefined): readonly FieldValue[] {
  const values: Unchecked[] = [];
  addValues(values, root.properties, setup?.object === root ? CHECKED_IN_BARE_ROOT : CHECKED_AT_ROOT, false);
  if (values.length > 0) assignFaults(values, checkSetupFile(toCheck(values, {})));
  if (!setup) return values;
  if (setup.choice.kind === "undecided") values.push(...wrongTypes(setup));
  for (const variant of variantsIn(setup.choice)) {
    const known: Unchecked[] = [];
    const fields = setup.choice.kind === "conflict" ? unseen(variant, values) : variant.fields;
    addValues(known, setup.fields, fields, true);
    if (known.length === 0) continue;
    assignFaults(known, checkSetup(variant, toCheck(known, { type: variant.type })));
    for (const value of known) values.push(value);
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

function addValues(
  values: Unchecked[],
  properties: readonly Property[],
  fields: readonly Field[],
  inSetup: boolean,
): void {
  for (const field of fields) {
    const property = properties.find(({ name }) => name === field.name);
    if (property?.value) values.push(valueOf(field, property, property.value, inSetup));
  }
}

function valueOf(field: Field, property: Property, node: JsonNode, inSetup: boolean): Unchecked {
  const written = typeof node.value === "string" ? node.value : undefined;
  const mayRefer = written !== undefined && mayHoldReferences(written) && takesReferences(field, inSetup);
  const parsed = mayRefer ? parseReferences(written) : undefined;
  const text = parsed ? literalText(parsed) : written;
  return { field, property, node, inSetup, parsed, text, fault: undefined };
}

function unseen({ fields }: Variant, values: readonly Unchecked[]): readonly Field[] {
  return fields.filter(({ name }) => !values.some((other) => other.inSetup && other.field.name === name));
}

/** The value of a `type` that is no text. */
function wrongTypes({ object }: Setup): Unchecked[] {
  const values: Unchecked[] = [];
  addValues(values, object.properties, [typeField], true);
  for (const value of values) value.fault = { code: "wrong-value-type", path: [value.field.name], expected: "string" };
  return values;
}

function literalText({ parts, references, malformed }: ParsedText): string | undefined {
  if (references.length > 0 || malformed.length > 0) return undefined;
  return parts.filter((part) => typeof part === "string").join("");
}

/**
 * The values in the form validators take: of objects and arrays only what they
 * are, and for a text that holds references one that is valid.
 */
function toCheck(values: readonly Unchecked[], object: Record<string, unknown>): Readonly<Record<string, unknown>> {
  for (const { field, node, parsed, text } of values) {
    if (node.type === "object") object[field.name] = {};
    else if (node.type === "array") object[field.name] = [];
    else object[field.name] = parsed ? (text ?? validText(field)) : node.value;
  }
  return object;
}

function validText({ format }: Field): string {
  return format === undefined ? "x" : VALID_TEXTS[format];
}

/** What is missing here is missing in the text, which is no fault of a value. */
function assignFaults(values: readonly Unchecked[], faults: readonly Fault[]): void {
  for (const fault of faults) {
    if (fault.code === "missing-property") continue;
    const value = values.find(({ field }) => field.name === fault.path[0]);
    if (value) value.fault = fault;
  }
}

/** Whether a text is right for a field, as far as its schema can tell. */
export function accepts({ allowed, format, minLength = 0, maxLength = Infinity }: Field, text: string): boolean {
  const { length } = [...text];
  const isFormat = { "https-url": isHttpsUrl, hostname: isHostname, "host-port": isHostWithPort, email: isEmail }[
    format ?? "hostname"
  ];
  return (
    (allowed?.includes(text) ?? true) &&
    length >= minLength &&
    length <= maxLength &&
    (format === undefined || isFormat(text))
  );
}
