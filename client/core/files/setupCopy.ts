import path from "node:path";
import { applyEdits, type Edit, type Node, type ParseError, parseTree } from "jsonc-parser";
import { distinct } from "../secrets/lookUp.js";
import { hideUserInformation } from "../secrets/mask.js";
import type { NamedReference } from "../secrets/problems.js";
import { secretsIn } from "../service/redaction/secrets.js";
import { escapeReferences, parseReferences, referenceText } from "../../../schemas/references.js";

export interface CopySource {
  readonly text: string;
  /** Whether the root is the setup itself, which has no place for a connection. */
  readonly bare: boolean;
}

export interface CopyTarget {
  readonly id: string;
  readonly tenantHost: string;
  readonly name: string;
  /** What a reference has for a name, or a path, in the copy. */
  readonly rename: (reference: NamedReference) => string;
}

export interface SetupCopy {
  readonly text: string;
  /** Offset in UTF-16 code units between the quotes of the first value that was left empty; 0 where there is none. */
  readonly cursor: number;
  /** The fields whose values were not copied, each once. */
  readonly leftEmpty: readonly string[];
}

/** A value of the file, and the name it stands under; those in a list stand under the name of the list. */
interface Value {
  readonly node: Node;
  readonly name: string;
}

/** The references that a copy takes over, each once; undefined where the text is no JSON object. */
export function copiedReferences({ text, bare }: CopySource): readonly NamedReference[] | undefined {
  const values = contentsOf(text, bare)?.values;
  return values && distinct(values.filter((value) => !isSecret(value)).flatMap(({ node }) => referencesIn(node)));
}

/**
 * Copies a setup file with its comments and its layout for a connection of another tenant. What may be a credential and
 * is no reference is left empty: it is for the one tenant, and the review of a push would not show it.
 * @returns undefined where the text is no JSON object.
 */
export function copySetup({ text, bare }: CopySource, target: CopyTarget): SetupCopy | undefined {
  const contents = contentsOf(text, bare);
  if (!contents) return undefined;
  const secrets = contents.values.filter(isSecret);
  const names = contents.named.filter(({ name }) => name === "name");
  const edits = [
    ...(bare ? [] : namingEdits(text, contents, target)),
    ...names.map(({ node }) => replacing(node, escapeReferences(target.name))),
    ...secrets.map(({ node }) => replacing(node, "")),
    ...contents.values.filter((value) => !isSecret(value)).flatMap(({ node }) => renaming(node, target.rename)),
  ];
  const [first] = secrets;
  return {
    text: applyEdits(text, edits),
    cursor: first ? placeAfter(edits, first.node.offset) + 1 : 0,
    leftEmpty: [...new Set(secrets.map(({ name }) => name))],
  };
}

/** The edits that have a full setup file name a connection; undefined where the text is no JSON object. */
export function namingConnection(text: string, target: Pick<CopyTarget, "id" | "tenantHost">): Edit[] | undefined {
  const contents = contentsOf(text, false);
  return contents && namingEdits(text, contents, target);
}

/** What the file names is replaced; what is missing comes first, laid out as the first property is. */
function namingEdits(
  text: string,
  { start, first, named }: Contents,
  { id, tenantHost }: Pick<CopyTarget, "id" | "tenantHost">,
): Edit[] {
  const wanted = Object.entries({ id, tenant: tenantHost });
  const missing = wanted.filter(([property]) => named.every(({ name }) => name !== property));
  const before = text.slice(start, first ?? start);
  const [newline = ""] = /\r?\n/.exec(before) ?? [];
  const [indentation = ""] = /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1)) ?? [];
  const properties = missing.map(([name, value]) => `${newline}${indentation}"${name}": ${JSON.stringify(value)}`);
  const comma = missing.length === 0 || first === undefined ? "" : ",";
  return [
    { offset: start, length: 0, content: properties.join(",") + comma },
    ...wanted.flatMap(([property, value]) =>
      named.filter(({ name }) => name === property).map(({ node }) => replacing(node, value)),
    ),
  ];
}

interface Contents {
  /** Where its first property may stand, and where it does if it has any, as offsets in UTF-16 code units. */
  readonly start: number;
  readonly first: number | undefined;
  readonly named: readonly Value[];
  readonly values: readonly Value[];
}

function contentsOf(text: string, bare: boolean): Contents | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  // Of a text with a fault nobody can say where its secrets are.
  if (root?.type !== "object" || errors.length > 0) return undefined;
  const properties = valuesIn(root, "", 1).filter(({ name }) => name !== "$schema");
  const names = (name: string) => !bare && ["id", "tenant", "name"].includes(name);
  return {
    start: root.offset + 1,
    first: root.children?.[0]?.offset,
    named: properties.filter(({ name }) => names(name)),
    values: properties.filter(({ name }) => !names(name)).flatMap(({ node, name }) => valuesIn(node, name)),
  };
}

/** The values within a value, or itself. @param depth how far down to look. */
function valuesIn(node: Node, name: string, depth = Infinity): Value[] {
  if (depth === 0 || !node.children) return [{ node, name }];
  if (node.type === "array") return node.children.flatMap((child) => valuesIn(child, name, depth - 1));
  return node.children.flatMap(({ children: [key, value] = [] }) =>
    value ? valuesIn(value, String(key?.value), depth - 1) : [],
  );
}

/** Whether a value may be a credential and is not made of references alone. An empty one is nothing. */
function isSecret({ node, name }: Value): boolean {
  const value: unknown = node.value;
  const mayBeSecret = secretsIn({ setup: { [name]: value } }).length > 0;
  if (typeof value !== "string") return mayBeSecret;
  const { parts } = parseReferences(value);
  const hasText = parts.some((part) => typeof part === "string" && part.trim() !== "");
  return hasText && (mayBeSecret || hideUserInformation(value) !== value);
}

function referencesIn({ value }: Node) {
  return typeof value === "string" ? parseReferences(value).references : [];
}

function replacing({ offset, length }: Node, value: string): Edit {
  return { offset, length, content: JSON.stringify(value) };
}

/** Gives the references of a text other names. Everything around them stays as it is written. */
function renaming(node: Node, rename: CopyTarget["rename"]): Edit[] {
  let text = String(node.value);
  const references = referencesIn(node).toReversed();
  for (const { kind, name, start, end } of references)
    text = text.slice(0, start) + referenceText({ kind, name: rename({ kind, name }) }) + text.slice(end);
  return text === node.value || references.length === 0 ? [] : [replacing(node, text)];
}

function placeAfter(edits: readonly Edit[], offset: number): number {
  const before = edits.filter((edit) => edit.offset < offset);
  return before.reduce((place, { length, content }) => place + content.length - length, offset);
}

/**
 * The folder for a copy of a setup file, as URIs have paths: the one that all files of its tenant lie in, or else the
 * file's own.
 * @param others the known files of the tenant that the copy is for.
 */
export function placeOfCopy(file: string, others: readonly string[]): string {
  const own = path.posix.dirname(file);
  const [folder, ...more] = new Set(others.map((other) => path.posix.dirname(other)));
  return folder === undefined || more.length > 0 ? own : folder;
}

/** A path relative to one folder, as it reads in another, so that it leads to the same file. */
export function pathFrom(folder: string, relative: string, other: string): string {
  return folder === other ? relative : path.posix.relative(other, path.posix.join(folder, relative));
}
