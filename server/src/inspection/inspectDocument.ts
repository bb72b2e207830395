import * as l10n from "@vscode/l10n";
import { getNodePath } from "jsonc-parser";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { looksLikeType } from "../../../schemas/fields.js";
import { mayHoldReferences, parseReferences } from "../../../schemas/references.js";
import type { InspectResult, Json, NumberAt, ReferenceAt, TextAt, UpdateRequest } from "../../protocol/messages.js";
import {
  duplicatesWithin,
  type JsonNode,
  type Property,
  propertyOf,
  rangeBetween,
  rangeOf,
  readObject,
  sourceTextOf,
} from "../document/jsonTree.js";
import { referencesOf, stringsIn, stringsThatTakeReferences } from "../document/placedReferences.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import type { Finding } from "../rules/checkFile.js";
import { MAX_PROBLEMS } from "../rules/rule.js";
import { isEnd } from "../rules/valueRules.js";
import { quoted } from "../rules/wording.js";

/** What a document contains and whether it can be pushed. @param findings all its findings, in text order. */
export function inspectDocument(document: TextDocument, findings: readonly Finding[]): Omit<InspectResult, "version"> {
  const file = setupFileOf(document);
  const errors = findings.filter(({ severity }) => severity === "error");
  const firstError = errors[0]?.problem;
  const id = textAt(document, file.id);
  const tenant = textAt(document, file.tenant);
  const end = file.values.find(isEnd);
  const expires = textAt(document, end?.property);
  const choice = file.setup?.choice;
  const numbers = inexactNumbers(file);
  const unknown = unknownIn(file, findings);
  return {
    errors: errors.length,
    ...(firstError && { firstError: rangeBetween(document, firstError.start, firstError.end) }),
    shape: file.shape,
    ...(id && { id }),
    ...(tenant && { tenant }),
    ...(expires && { expires }),
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

const otherProperties = () => l10n.t("This version expects other properties in the setup.");
const otherLength = (name: string) => l10n.t("This version knows another limit for the length of {0}.", name);

/** By code of the error: about which types, properties, values, and limits exist. A later version may know more. */
const SENTENCES: Readonly<Record<string, (name: string) => string>> = {
  "unknown-type": (type) => l10n.t("{0} isn't a type that this version knows.", type),
  "unknown-property": (name) => l10n.t("{0} isn't a property that this version knows.", name),
  "missing-property": otherProperties,
  "incomplete-setup": otherProperties,
  "conflicting-properties": otherProperties,
  "invalid-value": (name) => l10n.t("The value of {0} isn't one that this version knows.", name),
  "wrong-value-type": (name) => l10n.t("This version expects a string as the value of {0}.", name),
  "too-short": otherLength,
  "too-long": otherLength,
};

/**
 * Says what this version doesn't know about a setup, without its values.
 * @param findings all findings about the file.
 * @returns undefined if there's no error, or one that isn't inside the setup or has another cause.
 */
function unknownIn(file: SetupFile, findings: readonly Finding[]): readonly string[] | undefined {
  const { setup, misplaced } = file;
  const errors = findings.filter(({ severity }) => severity === "error");
  const type: unknown = setup?.type?.value?.value;
  if (!setup || typeof type !== "string" || errors.length === 0 || findings.length >= MAX_PROBLEMS) return undefined;
  // Rules say nothing about the rest of a setup of an unknown type.
  const { node } = setup.object;
  const resolved = new Set(stringsThatTakeReferences(file));
  const isWrong = [...stringsIn(node)].some((text) => {
    const value = String(text.value);
    // A reference in the type would be sent as it is.
    const isMalformed = resolved.has(text) ? parseReferences(value).malformed.length > 0 : mayHoldReferences(value);
    return isMalformed || value.trim() === "";
  });
  if (isWrong || misplaced.length > 0 || duplicatesWithin(node).length > 0) return undefined;
  const sentences = errors.map(({ code, problem: { start, end } }) => {
    if (start < node.offset || end > node.offset + node.length) return undefined;
    if (code === "unknown-type" && !looksLikeType(type)) return l10n.t("The type isn't one that this version knows.");
    if (code === "unknown-type") return SENTENCES[code]?.(quoted(type));
    const property = setup.fields.find(({ key, value }) => key.offset === start || value?.offset === start);
    return SENTENCES[code]?.(quoted(property?.name ?? ""));
  });
  return sentences.every((sentence) => sentence !== undefined) ? [...new Set(sentences)] : undefined;
}
