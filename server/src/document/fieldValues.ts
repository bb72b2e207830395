import { checkSetup, checkSetupFile, type Fault } from "../../../schemas/checkSetup.js";
import { fieldsOf, setupFileFields, takesReferences, typeField, type Field } from "../../../schemas/fields.js";
import { formats } from "../../../schemas/formats.js";
import { keyDue } from "../../../schemas/judgements.js";
import { belongTogether, type KeyKind } from "../../../schemas/pemFault.js";
import { literalText, mayHoldReferences, parseReferences, type ParsedText } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";
import type { VariantChoice } from "./choice.js";
import type { JsonNode, JsonObject, Property } from "./jsonTree.js";
import { extraProperties, type Setup } from "./setup.js";

/** A string with references or malformed ones. */
export interface ReferenceText {
  readonly node: JsonNode;
  readonly parsed: ParsedText;
}

/** The value of a known property, or a string in an extra property of an open variant. */
export interface FieldValue {
  readonly field: Field;
  readonly property: Property;
  readonly node: JsonNode;
  readonly inSetup: boolean;
  /** For an extra property of an open variant: only those of JWT are keys, so that only they're judged. */
  readonly extra?: "key" | "any";
  /** Only for a string that contains `${` and may have references. */
  readonly parsed: ParsedText | undefined;
  /** The text of a string, with `$${` as `${`; absent if it depends on references. */
  readonly text: string | undefined;
  /** Which key the property must hold, as PEM text. */
  readonly due: KeyKind | undefined;
  /** Whether it's a public key that doesn't belong to the setup's private key. */
  readonly isUnpaired?: boolean;
  /** Undefined for values with references, since they can't be checked. */
  readonly fault: Fault | undefined;
}

const CHECKED_AT_ROOT = setupFileFields.filter(({ name }) => name !== "setup");
const CHECKED_IN_BARE_ROOT = CHECKED_AT_ROOT.filter(({ name }) => name === "$schema");

/** Checks the values of known properties of the file and of the setup's variants. */
export function checkValues(root: JsonObject, setup: Setup | undefined): readonly FieldValue[] {
  const rootFields = setup?.object === root ? CHECKED_IN_BARE_ROOT : CHECKED_AT_ROOT;
  const ofRoot = checkFields(rootFields, root.properties, false, checkSetupFile);
  if (!setup) return ofRoot;
  if (setup.choice.kind === "undecided")
    return [...ofRoot, ...checkFields([typeField], setup.object.properties, true, () => [NOT_A_STRING])];
  const ofSetup: FieldValue[] = [];
  for (const variant of variantsIn(setup.choice)) {
    const unseen = variant.fields.filter(({ name }) => !ofSetup.some(({ field }) => field.name === name));
    const check = (fields: object): readonly Fault[] => checkSetup(variant, { type: variant.type, ...fields });
    ofSetup.push(...checkFields(unseen, setup.fields, true, check));
  }
  const algorithm = ofSetup.find(({ field }) => field.name === "algorithm")?.text;
  const extra = extraProperties(setup).flatMap((property) =>
    extraTexts(property, property.value, property.name, algorithm),
  );
  return [...ofRoot, ...withPair([...ofSetup, ...extra])];
}

/** The strings that contain references or malformed ones, in text order. */
export function referenceTextsIn(values: readonly FieldValue[]): readonly ReferenceText[] {
  const found: ReferenceText[] = [];
  for (const { node, parsed } of values) if (parsed) found.push({ node, parsed });
  return found.sort((a, b) => a.node.offset - b.node.offset);
}

function withPair(values: readonly FieldValue[]): readonly FieldValue[] {
  const [one, other] = (["private", "public"] as const).map((kind) => values.find(({ due }) => due === kind));
  if (one?.text === undefined || other?.text === undefined || belongTogether(one.text, other.text) !== false)
    return values;
  return values.map((value) => (value === other ? { ...value, isUnpaired: true } : value));
}

/** The strings in an extra property of an open variant, which the schemas don't check. */
function extraTexts(
  property: Property,
  node: JsonNode | undefined,
  name: string,
  algorithm: string | undefined,
): readonly FieldValue[] {
  if (typeof node?.value === "string") {
    const field = { ...EXTRA_FIELD, name };
    const due = node === property.value ? keyDue(name, undefined, algorithm) : undefined;
    return [
      {
        field,
        property,
        node,
        inSetup: true,
        extra: algorithm === undefined ? "any" : "key",
        due,
        fault: undefined,
        ...textOf(node.value, takesReferences(property.name)),
      },
    ];
  }
  return (node?.children ?? []).flatMap((child, index) => {
    const [key, value] = node?.type === "object" ? (child.children ?? []) : [undefined, child];
    return extraTexts(property, value, `${name}.${String(key?.value ?? index)}`, algorithm);
  });
}

const [EXTRA_FIELD] = fieldsOf({ properties: { extra: {} } }) as readonly [Field];

/** The references in a string, and its text without escapes if there are none. */
function textOf(written: string | undefined, mayRefer: boolean): Pick<FieldValue, "parsed" | "text"> {
  const parsed = mayRefer && written !== undefined && mayHoldReferences(written) ? parseReferences(written) : undefined;
  return { parsed, text: parsed ? literalText(parsed) : written };
}

const NOT_A_STRING: Fault = { code: "wrong-value-type", path: ["type"] };

/** The variants that a setup is checked against. */
export function variantsIn(choice: VariantChoice): readonly Variant[] {
  if (choice.kind === "chosen") return [choice.variant];
  return choice.kind === "conflict" ? choice.variants : [];
}

/** Whether references are allowed in a property of the root or of the setup. */
export function allowsReferences(field: Field, inSetup: boolean): boolean {
  return inSetup ? takesReferences(field.name) : field.name === "name";
}

/** Checks the values of some fields. A missing property isn't a fault of a value. */
function checkFields(
  fields: readonly Field[],
  properties: readonly Property[],
  inSetup: boolean,
  check: (object: object) => readonly Fault[],
): readonly FieldValue[] {
  const values: FieldValue[] = [];
  const known: Record<string, unknown> = {};
  for (const field of fields) {
    const { name } = field;
    const property = properties.find((each) => each.name === name);
    const node = property?.value;
    if (!node) continue;
    const written = typeof node.value === "string" ? node.value : undefined;
    const due = keyDue(name, field, undefined);
    const { parsed, text } = textOf(written, allowsReferences(field, inSetup));
    const value = { field, property, node, inSetup, due, fault: undefined, parsed, text };
    values.push(value);
    // Without those that depend on references.
    if (!parsed || text !== undefined) known[name] = toValidatable(value);
  }
  const faults = check(known);
  if (faults.length === 0) return values;
  return values.map((value) => ({
    ...value,
    fault: faults.find(({ code, path }) => code !== "missing-property" && path[0] === value.field.name),
  }));
}

/** The value to validate. Objects and arrays are emptied. */
function toValidatable({ node, text }: Pick<FieldValue, "node" | "text">): unknown {
  if (node.type === "object") return {};
  return node.type === "array" ? [] : (text ?? node.value);
}

/** Whether a text is valid for a field according to its schema. */
export function accepts({ allowed, format, minLength = 0, maxLength = Infinity }: Field, text: string): boolean {
  const { length } = [...text];
  const isFormat = format === undefined || formats[format](text);
  return isFormat && (allowed?.includes(text) ?? true) && length >= minLength && length <= maxLength;
}
