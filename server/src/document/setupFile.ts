import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileFields } from "../../../schemas/fields.js";
import { variants } from "../../../schemas/variants.js";
import { type VariantChoice, chooseVariant } from "./choice.js";
import { referencesIn, type ReferenceText } from "./references.js";
import { MAX_BYTES, startOfRoot } from "./text.js";
import {
  type JsonNode,
  type JsonObject,
  parseText,
  type Property,
  propertyOf,
  readObject,
  type SyntaxFault,
} from "./tree.js";
import { checkValues, type FieldValue } from "./values.js";

/** What a text means as a setup file. It is computed once for each version of an open document. */
export interface SetupFile {
  readonly text: string;
  /** The root value. Absent for blank text, and for a file that is too large or too deep. */
  readonly tree: JsonNode | undefined;
  /** The offset of the root value, if the file is too large or nested too deeply to read the rest. */
  readonly tooLargeAt: number | undefined;
  /** The first error in the structure; what follows it in the tree is a guess. */
  readonly syntaxFault: SyntaxFault | undefined;
  /** Values that are wrong in themselves, such as a bad escape. */
  readonly badValues: readonly SyntaxFault[];
  /** "full": the root holds `setup` and its kind; "bare": the root is itself a setup; "none": the root is no object. */
  readonly shape: "full" | "bare" | "none";
  readonly root: JsonObject | undefined;
  readonly id: Property | undefined;
  readonly tenant: Property | undefined;
  readonly name: Property | undefined;
  /** Root properties of a bare setup that belong to a full file: `id` and `tenant`. */
  readonly misplaced: readonly Property[];
  /** Absent unless it is an object. */
  readonly setup: Setup | undefined;
  /** The values of known properties, root properties first. */
  readonly values: readonly FieldValue[];
  /** Only where references are allowed. */
  readonly referenceTexts: readonly ReferenceText[];
}

export const FILE_PROPERTIES: readonly string[] = setupFileFields.map(({ name }) => name);

const VARIANT_PROPERTIES: ReadonlySet<string> = new Set(
  variants.flatMap(({ fields }) => fields.map(({ name }) => name)),
);

/** Reads a text as a setup file. Never throws. */
export function readSetupFile(text: string): SetupFile {
  if (Buffer.byteLength(text) > MAX_BYTES) return { ...NOTHING, text, tooLargeAt: startOfRoot(text) };
  const { root: tree, isTooDeep, syntaxFault, badValues } = parseText(text);
  if (isTooDeep) return { ...NOTHING, text, tooLargeAt: startOfRoot(text) };
  const parsed = { ...NOTHING, text, tree, syntaxFault, badValues };
  if (tree?.type !== "object") return parsed;
  const root = readObject(tree);
  const [id, tenant, name, property] = ["id", "tenant", "name", "setup"].map((each) => propertyOf(root, each));
  const bare = isBare(root.properties.map(({ name: each }) => each));
  const object = property?.value?.type === "object" ? readObject(property.value) : undefined;
  const setup = bare ? readSetup(root, undefined) : object && readSetup(object, property);
  const values = checkValues(root, setup);
  const read = { ...parsed, root, setup, values, referenceTexts: referencesIn(values, setup) };
  if (!bare) return { ...read, shape: "full", id, tenant, name };
  return { ...read, shape: "bare", misplaced: [id, tenant].filter((each) => each !== undefined) };
}

/** Whether a root with properties of these names is itself a setup. Also asked about texts that can't be parsed yet. */
export function isBare(names: readonly string[]): boolean {
  const isKnown = names.some((name) => VARIANT_PROPERTIES.has(name));
  return names.includes("type") || (isKnown && !names.some((name) => FILE_PROPERTIES.includes(name)));
}

const NOTHING: Omit<SetupFile, "text"> = {
  tree: undefined,
  tooLargeAt: undefined,
  syntaxFault: undefined,
  badValues: [],
  shape: "none",
  root: undefined,
  id: undefined,
  tenant: undefined,
  name: undefined,
  misplaced: [],
  setup: undefined,
  values: [],
  referenceTexts: [],
};

export interface Setup {
  /** The root property `setup`; absent in a bare setup. */
  readonly property: Property | undefined;
  readonly object: JsonObject;
  readonly type: Property | undefined;
  /** All properties but `type`, each name once; in a bare setup also without `$schema`, `id` and `tenant`. */
  readonly fields: readonly Property[];
  readonly choice: VariantChoice;
}

const NO_FIELDS = ["type"];
const NO_FIELDS_OF_BARE_SETUP = ["type", "$schema", "id", "tenant"];

function readSetup(object: JsonObject, property: Property | undefined): Setup {
  const noFields = property ? NO_FIELDS : NO_FIELDS_OF_BARE_SETUP;
  const fields = object.properties.filter(({ name }) => !noFields.includes(name));
  const type = propertyOf(object, "type");
  return { property, object, type, fields, choice: chooseVariant(type, fields) };
}

const files = new WeakMap<TextDocument, { readonly version: number; readonly file: SetupFile }>();

export function setupFileOf(document: TextDocument): SetupFile {
  const known = files.get(document);
  if (known?.version === document.version) return known.file;
  const file = readSetupFile(document.getText());
  files.set(document, { version: document.version, file });
  return file;
}

/** The names of a connection. */
export interface TargetName {
  readonly id: string;
  /** The tenant's host as a URL has it, in lower case and without the port 443, where the file names one. */
  readonly tenant: string | undefined;
}

/** The connection that a file updates. */
export interface Target extends TargetName {
  /** The value of `id`. */
  readonly node: JsonNode;
}

/** @returns undefined without a valid `id`. */
export function targetOf({ values }: SetupFile): Target | undefined {
  const id = values.find(({ field, inSetup }) => field.name === "id" && !inSetup);
  const tenant = values.find(({ field, inSetup }) => field.name === "tenant" && !inSetup);
  if (!id || id.fault || id.text === undefined || id.text.trim() === "") return undefined;
  return { id: id.text, tenant: tenant && hostOf(tenant), node: id.node };
}

function hostOf({ text = "", fault }: FieldValue): string | undefined {
  if (text.trim() === "") return undefined;
  const url = `https://${text}`;
  return fault || !URL.canParse(url) ? text.toLowerCase() : new URL(url).host;
}

/** Whether two files update the same connection: the same id, and the same tenant or none in one of them. */
export function isSameTarget(a: TargetName, b: TargetName): boolean {
  return a.id === b.id && (a.tenant === undefined || b.tenant === undefined || a.tenant === b.tenant);
}
