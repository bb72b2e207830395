import { getNodePath } from "jsonc-parser";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { InspectResult, Json, NumberAt, ReferenceAt, TextAt, UpdateRequest } from "../../protocol/messages.js";
import {
  type JsonNode,
  type Property,
  propertyOf,
  rangeBetween,
  rangeOf,
  readObject,
  sourceTextOf,
} from "../document/jsonTree.js";
import { referencesOf } from "../document/placedReferences.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import type { Finding } from "../rules/checkFile.js";
import { unknownIn } from "./unknownSetup.js";

/** What a document contains and whether it can be pushed. @param findings all its findings, in text order. */
export function inspectDocument(document: TextDocument, findings: readonly Finding[]): Omit<InspectResult, "version"> {
  const file = setupFileOf(document);
  const errors = findings.filter(({ severity }) => severity === "error");
  const firstError = errors[0]?.problem;
  const id = textAt(document, file.id);
  const tenant = textAt(document, file.tenant);
  const choice = file.setup?.choice;
  const numbers = inexactNumbers(file);
  const unknown = unknownIn(file, findings);
  return {
    errors: errors.length,
    ...(firstError && { firstError: rangeBetween(document, firstError.start, firstError.end) }),
    shape: file.shape,
    ...(id && { id }),
    ...(tenant && { tenant }),
    ...(unknown && { unknown }),
    ...(choice?.kind === "chosen" && { [unknown ? "nearest" : "variant"]: choice.variant.number }),
    request: toRequest(file),
    ...(numbers.length > 0 && { numbers }),
    leftOut: unknown ? [] : leftOut(file),
    references: referencesIn(document, file),
  };
}

function textAt(document: TextDocument, property: Property | undefined): TextAt | undefined {
  const node = property?.value;
  return typeof node?.value === "string" ? { value: node.value, range: rangeOf(document, node) } : undefined;
}

function leftOut({ setup }: SetupFile): readonly string[] {
  if (setup?.choice.kind !== "chosen") return [];
  const { fields } = setup;
  return setup.choice.variant.fields
    .filter(({ name, required }) => !required && !fields.some((property) => property.name === name))
    .map(({ name }) => name);
}

function referencesIn(document: TextDocument, file: SetupFile): readonly ReferenceAt[] {
  return referencesOf(file).map(({ reference: { kind, name }, start, end, node }) => ({
    kind,
    name,
    range: rangeBetween(document, start, end),
    property: getNodePath(node),
  }));
}

/** Converts a node to a plain value. The last property with a name counts, and `__proto__` is an ordinary property. */
function toJson(node: JsonNode): Json {
  if (node.type === "object") return toObject(readObject(node).properties);
  if (node.type === "array") return (node.children ?? []).map(toJson);
  return node.value ?? null;
}

/** What a push of this file sends ("Update request body"), references unresolved. */
function toRequest({ shape, name, root }: SetupFile): UpdateRequest {
  if (!root) return {};
  if (shape === "bare") return { setup: toObject(root.properties.filter((property) => property.name !== "$schema")) };
  const setup = propertyOf(root, "setup");
  return { ...(name?.value && { name: toJson(name.value) }), ...(setup?.value && { setup: toJson(setup.value) }) };
}

/** The sent numbers whose digits would change if JavaScript parsed and serialized them. */
function inexactNumbers({ shape, root, text }: SetupFile): readonly NumberAt[] {
  const setup = root && (shape === "bare" ? root.node : propertyOf(root, "setup")?.value);
  return setup ? numbersIn(setup, ["setup"], text) : [];
}

function numbersIn(node: JsonNode, property: NumberAt["property"], text: string): readonly NumberAt[] {
  if (node.type === "object")
    return readObject(node).properties.flatMap(({ name, value }) =>
      value ? numbersIn(value, [...property, name], text) : [],
    );
  if (node.type === "array")
    return (node.children ?? []).flatMap((item, index) => numbersIn(item, [...property, index], text));
  const written = sourceTextOf(text, node);
  return node.type === "number" && JSON.stringify(node.value) !== written ? [{ property, text: written }] : [];
}

function toObject(properties: readonly Property[]): Json {
  return Object.fromEntries(properties.flatMap(({ name, value }) => (value ? [[name, toJson(value)] as const] : [])));
}
