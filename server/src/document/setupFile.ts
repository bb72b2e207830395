import type { TextDocument } from "vscode-languageserver-textdocument";
import { MAX_BYTES } from "../../../schemas/decode.js";
import { setupFileFields } from "../../../schemas/fields.js";
import { setupFieldNames } from "../../../schemas/variants.js";
import { readSetup, type Setup } from "./setup.js";
import {
  type JsonNode,
  type JsonObject,
  parseText,
  type Property,
  propertyOf,
  readObject,
  startOfRoot,
  type SyntaxFault,
} from "./jsonTree.js";
import { checkValues, type FieldValue, referenceTextsIn, type ReferenceText } from "./fieldValues.js";

/** A parsed setup file. Computed once for each version of an open document. */
export interface SetupFile {
  readonly text: string;
  /** The root value. Absent if the text is blank, too large or too deeply nested. */
  readonly tree: JsonNode | undefined;
  /** The offset of the root value if the file is too large or too deeply nested to be read. */
  readonly tooLargeAt: number | undefined;
  /** The first structural error. The tree after it is a guess. */
  readonly syntaxFault: SyntaxFault | undefined;
  /** Invalid values in a sound structure, such as a bad escape. */
  readonly badValues: readonly SyntaxFault[];
  /**
   * "full": the root has `setup` or other file properties; "bare": the root is a setup; "none": the root isn't an
   * object.
   */
  readonly shape: "full" | "bare" | "none";
  readonly root: JsonObject | undefined;
  readonly id: Property | undefined;
  readonly tenant: Property | undefined;
  readonly name: Property | undefined;
  /** Root properties of a bare setup that only a full file may have: `id`, `tenant`, and `expires`. */
  readonly misplaced: readonly Property[];
  /** Absent unless it's an object. */
  readonly setup: Setup | undefined;
  /** The values of known properties, root properties first. */
  readonly values: readonly FieldValue[];
  /** Strings in places that allow references. */
  readonly referenceTexts: readonly ReferenceText[];
}

export const FILE_PROPERTIES: readonly string[] = setupFileFields.map(({ name }) => name);

/** Reads a text as a setup file. Never throws. */
export function readSetupFile(text: string): SetupFile {
  const parsedText = isTooLarge(text) ? undefined : parseText(text);
  if (!parsedText) return { ...NOTHING, text, tooLargeAt: startOfRoot(text) };
  const { root: tree, syntaxFault, badValues } = parsedText;
  if (tree?.type !== "object") return { ...NOTHING, text, tree, syntaxFault, badValues };
  const root = readObject(tree);
  const [id, tenant, property] = [propertyOf(root, "id"), propertyOf(root, "tenant"), propertyOf(root, "setup")];
  const bare = isBare(root.properties.map(({ name }) => name));
  const object = property?.value?.type === "object" ? readObject(property.value) : undefined;
  const setup = bare ? readSetup(root, undefined) : object && readSetup(object, property);
  const values = checkValues(root, setup);
  return {
    text,
    tree,
    tooLargeAt: undefined,
    syntaxFault,
    badValues,
    shape: bare ? "bare" : "full",
    root,
    id: bare ? undefined : id,
    tenant: bare ? undefined : tenant,
    name: bare ? undefined : propertyOf(root, "name"),
    misplaced: bare ? [id, tenant, propertyOf(root, "expires")].filter((each) => each !== undefined) : [],
    setup,
    values,
    referenceTexts: referenceTextsIn(values),
  };
}

function isTooLarge(text: string): boolean {
  // Each UTF-16 unit takes at most 3 bytes.
  return text.length * 3 > MAX_BYTES && Buffer.byteLength(text) > MAX_BYTES;
}

/** Whether a root with these property names is a bare setup. Also used for texts that can't be parsed yet. */
export function isBare(names: readonly string[]): boolean {
  const isKnown = names.some((name) => setupFieldNames.has(name));
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

const files = new WeakMap<TextDocument, { readonly version: number; readonly file: SetupFile }>();

export function setupFileOf(document: TextDocument): SetupFile {
  const known = files.get(document);
  if (known?.version === document.version) return known.file;
  const file = readSetupFile(document.getText());
  files.set(document, { version: document.version, file });
  return file;
}

/** How a file identifies a connection. */
export interface TargetName {
  readonly id: string;
  /** The tenant's host, normalized as in a URL: lower case, without port 443. Undefined if the file names none. */
  readonly tenant: string | undefined;
}

/** The connection that a file updates. */
export interface Target extends TargetName {
  /** The value of `id`. */
  readonly node: JsonNode;
}

/** @returns undefined if there's no valid `id`. */
export function targetOf({ values }: SetupFile): Target | undefined {
  const id = values.find(({ field, inSetup }) => field.name === "id" && !inSetup);
  const tenant = values.find(({ field, inSetup }) => field.name === "tenant" && !inSetup);
  if (!id || id.fault || id.text === undefined || id.text.trim() === "") return undefined;
  return { id: id.text, tenant: tenant && hostOf(tenant), node: id.node };
}

/** A host that a URL's parser leaves as it is. */
const PLAIN_HOST = /^[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)*$/;

function hostOf({ text = "", fault }: FieldValue): string | undefined {
  if (PLAIN_HOST.test(text)) return text;
  if (text.trim() === "") return undefined;
  const url = `https://${text}`;
  return fault || !URL.canParse(url) ? text.toLowerCase() : new URL(url).host;
}
