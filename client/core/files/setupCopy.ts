import path from "node:path";
import { applyEdits, type Edit, type Node, type ParseError, parseTree } from "jsonc-parser";
import { distinct } from "../secrets/resolve.js";
import type { NamedReference } from "../secrets/referenceProblems.js";
import { secretsIn } from "../service/redaction/secrets.js";
import { escapeReferences, newReferenceName, parseReferences, referenceText } from "../../../schemas/references.js";

export interface CopySource {
  readonly text: string;
  /** Whether the root is the setup itself, without an ID and a tenant. */
  readonly bare: boolean;
}

export interface CopyTarget {
  readonly id: string;
  readonly tenantHost: string;
  readonly tenantName: string;
  readonly name: string;
  readonly rename: (reference: NamedReference) => string;
  /** Names of secrets that belong to other files. */
  readonly taken: readonly string[];
}

/** Items of a list have the list's name. */
interface Value {
  readonly node: Node;
  readonly name: string;
}

/** Returns each reference once, or undefined if the text isn't a JSON object. */
export function copiedReferences({ text, bare }: CopySource): readonly NamedReference[] | undefined {
  const values = contentsOf(text, bare)?.values;
  return values && distinct(values.filter((value) => !isSecret(value)).flatMap(({ node }) => referencesIn(node)));
}

/**
 * Copies a setup file, with comments and layout, for a connection of another tenant. Replaces values that may be
 * credentials by references to new secrets: the values are for the first tenant only, and a review doesn't show them.
 * @returns `cursor`: offset of the first new reference in UTF-16 code units, 0 if there's none; `stored`: the names of
 * the new secrets. Undefined if the text isn't a JSON object.
 */
export function copySetup({ text, bare }: CopySource, target: CopyTarget) {
  const contents = contentsOf(text, bare);
  if (!contents) return undefined;
  const secrets = contents.values.filter(isSecret);
  const stored: string[] = [];
  const isTaken = (name: string) => target.taken.includes(name) || stored.includes(name);
  for (const { name } of secrets) stored.push(newReferenceName([target.tenantName, target.name, name], isTaken));
  const names = contents.named.filter(({ name }) => name === "name");
  const edits = [
    ...(bare ? [] : identityEdits(text, contents, target)),
    ...names.map(({ node }) => replaceValue(node, escapeReferences(target.name))),
    ...secrets.map(({ node }, at) => replaceValue(node, referenceText({ kind: "secret", name: stored[at] ?? "" }))),
    ...contents.values.filter((value) => !isSecret(value)).flatMap(({ node }) => renameReferences(node, target.rename)),
  ];
  const [first] = secrets;
  return {
    text: applyEdits(text, edits),
    cursor: first ? offsetAfter(edits, first.node.offset) + 1 : 0,
    stored,
  };
}

/** Returns edits that set ID and tenant, or undefined if the text isn't a JSON object. */
export function namingConnection(text: string, target: Pick<CopyTarget, "id" | "tenantHost">): Edit[] | undefined {
  const contents = contentsOf(text, false);
  return contents && identityEdits(text, contents, target);
}

function identityEdits(
  text: string,
  { start, first, named }: Contents,
  { id, tenantHost }: Pick<CopyTarget, "id" | "tenantHost">,
): Edit[] {
  const identity = Object.entries({ id, tenant: tenantHost });
  const missing = identity.filter(([property]) => named.every(({ name }) => name !== property));
  const before = text.slice(start, first ?? start);
  const [newline = ""] = /\r?\n/.exec(before) ?? [];
  const [indentation = ""] = /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1)) ?? [];
  const properties = missing.map(([name, value]) => `${newline}${indentation}"${name}": ${JSON.stringify(value)}`);
  const comma = missing.length === 0 || first === undefined ? "" : ",";
  return [
    { offset: start, length: 0, content: properties.join(",") + comma },
    ...identity.flatMap(([property, value]) =>
      named.filter(({ name }) => name === property).map(({ node }) => replaceValue(node, value)),
    ),
  ];
}

interface Contents {
  readonly start: number;
  readonly first: number | undefined;
  readonly named: readonly Value[];
  readonly values: readonly Value[];
}

function contentsOf(text: string, bare: boolean): Contents | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  // Secrets can't be found reliably if there's a syntax error.
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

function valuesIn(node: Node, name: string, depth = Infinity): Value[] {
  if (depth === 0 || !node.children) return [{ node, name }];
  if (node.type === "array") return node.children.flatMap((child) => valuesIn(child, name, depth - 1));
  return node.children.flatMap(({ children: [key, value] = [] }) =>
    value ? valuesIn(value, String(key?.value), depth - 1) : [],
  );
}

/** Returns false for empty values and references. */
function isSecret({ node, name }: Value): boolean {
  const value: unknown = node.value;
  if (typeof value !== "string") return secretsIn({ setup: { [name]: value } }).length > 0;
  const literal = parseReferences(value)
    .parts.filter((part) => typeof part === "string")
    .join("");
  return literal.trim() !== "" && secretsIn({ setup: { [name]: literal } }).length > 0;
}

function referencesIn({ value }: Node) {
  return typeof value === "string" ? parseReferences(value).references : [];
}

function replaceValue({ offset, length }: Node, value: string): Edit {
  return { offset, length, content: JSON.stringify(value) };
}

function renameReferences(node: Node, rename: CopyTarget["rename"]): Edit[] {
  let text = String(node.value);
  const references = referencesIn(node).toReversed();
  for (const { kind, name, start, end } of references)
    text = text.slice(0, start) + referenceText({ kind, name: rename({ kind, name }) }) + text.slice(end);
  return text === node.value || references.length === 0 ? [] : [replaceValue(node, text)];
}

function offsetAfter(edits: readonly Edit[], offset: number): number {
  const before = edits.filter((edit) => edit.offset < offset);
  return before.reduce((place, { length, content }) => place + content.length - length, offset);
}

/** Returns the folder for a copy as a URI path: the one with all files of the target tenant, or the file's own. */
export function pathOfCopy(file: string, others: readonly string[]): string {
  const own = path.posix.dirname(file);
  const [folder, ...more] = new Set(others.map((other) => path.posix.dirname(other)));
  return folder === undefined || more.length > 0 ? own : folder;
}

/** Rewrites a relative path so that it leads to the same file from the folder `other`. */
export function pathFrom(folder: string, relative: string, other: string): string {
  return folder === other ? relative : path.posix.relative(other, path.posix.join(folder, relative));
}
