import * as l10n from "@vscode/l10n";
import { type JsonNode, propertyOf, sourceTextOf, tokensOf } from "../../document/jsonTree.js";
import { FILE_PROPERTIES, isBare, type SetupFile } from "../../document/setupFile.js";
import { type Setup } from "../../document/setup.js";
import { quoted } from "../../rules/wording.js";
import { endOfLine, indentationAt, skipBlanks, skipLineBreak, isFirstInLine, layoutOf } from "../insertion.js";
import { changeTo, commaAfter, endOf, inOrder, remove, removeProperties, replace } from "./edits.js";
import type { Edit, Fix, PropertyPlace } from "./fix.js";

/**
 * Makes a bare setup the `setup` of a full file. `$schema`, `id`, `tenant` and a `name` that isn't a field stay at the
 * root.
 */
export function toFullFile({ shape, root, setup, text, syntaxFault }: SetupFile): Fix | undefined {
  if (shape !== "bare" || !root || !setup || syntaxFault || propertyOf(root, "setup")) return undefined;
  const { node } = root;
  const staying = FILE_PROPERTIES.filter((name) => name !== "name" || isNameOfFile(setup));
  const kept = (node.children ?? []).filter(({ children }) => staying.includes(String(children?.[0]?.value)));
  const moved = kept.map((property) => sourceTextOf(text, property));
  const inner =
    kept.length === node.children?.length
      ? [replace(node.offset + 1, endOf(node) - 1, "")]
      : removeProperties(text, node, kept);
  const edits = isFirstInLine(text, endOf(node) - 1)
    ? inLines(text, node, moved, inner)
    : inOneLine(text, node, moved, inner);
  return { title: l10n.t("Turn into a full file"), edits };
}

/** Whether `name` is the connection's name. It isn't if the variant has such a field or accepts any property. */
function isNameOfFile({ choice }: Setup): boolean {
  const unknown = choice.kind === "chosen" ? choice.unknown : choice.kind === "conflict" ? choice.common.unknown : [];
  return unknown.some(({ name }) => name === "name");
}

function inOneLine(text: string, node: JsonNode, moved: readonly string[], inner: readonly Edit[]): readonly Edit[] {
  const open = node.offset + 1;
  return [
    replace(open, open, ` ${[...moved, '"setup": {'].join(", ")}`),
    ...inOrder(inner),
    replace(endOf(node) - 1, endOf(node) - 1, text[endOf(node) - 2] === " " ? "} " : " } "),
  ];
}

function inLines(text: string, node: JsonNode, moved: readonly string[], inner: readonly Edit[]): readonly Edit[] {
  const { lineBreak, unit } = layoutOf(text);
  const open = node.offset + 1;
  const close = endOf(node) - 1;
  const indentation = indentationAt(text, close);
  const head = [...moved, '"setup": {'].map((line) => `${lineBreak}${indentation}${unit}${line}`).join(",");
  const removed = (offset: number): boolean => inner.some(({ start, end }) => start <= offset && offset < end);
  const deeper = lineStarts(text, open, close)
    .filter((start) => !removed(start))
    .map((start) => replace(start, start, unit));
  return [
    replace(open, open, head),
    ...inOrder([...inner, ...deeper]),
    replace(close, close, `${unit}}${lineBreak}${indentation}`),
  ];
}

/**
 * Renames or unwraps an object whose content belongs here: other tools put the setup into another property, or
 * everything into one more object. Keeps comments.
 */
export function fitObject(
  { text, root, setup }: SetupFile,
  { object, name, key, value, node }: PropertyPlace,
): Fix | undefined {
  if (value?.type !== "object") return undefined;
  const namesIn = ({ children = [] }: JsonNode) => children.map((property) => String(property.children?.[0]?.value));
  const [inner, outer] = [namesIn(value), namesIn(object)];
  const isRoot = object === root?.node;
  if (isRoot && !setup && isBare(inner) && !outer.includes("setup"))
    return { ...changeTo(key, "setup"), preferred: true };
  const isTaken = inner.some((one, at) => outer.includes(one) || inner.indexOf(one) !== at);
  const isOfFile = isRoot && inner.every((one) => FILE_PROPERTIES.includes(one));
  const isOfSetup = object === setup?.object.node && isBare(inner);
  if (isTaken || inner.length === 0 || !(isOfFile || isOfSetup)) return undefined;
  const [open, close] = [value.offset + 1, endOf(value) - 1];
  const { unit } = layoutOf(text);
  const indented = lineStarts(text, open, close).filter((start) => text.startsWith(unit, start));
  const end = endOf(value.children?.at(-1) ?? value);
  const comma = commaAfter(text, endOf(value));
  const edits = [
    ...removeTokens(text, node.offset, open),
    ...indented.map((start) => replace(start, start + unit.length, "")),
    ...removeTokens(text, close, (comma ?? close) + 1),
  ];
  if (comma !== undefined && commaAfter(text, end) === undefined) edits.push(replace(end, end, ","));
  return { title: l10n.t("Move the properties out of {0}", quoted(name)), edits: inOrder(edits), preferred: true };
}

/** Removes everything except comments between two offsets. */
function removeTokens(text: string, start: number, end: number): readonly Edit[] {
  const tokens = Array.from(tokensOf(text.slice(start, end)), (token) => ({
    start: start + token.offset,
    end: skipBlanks(text, start + token.end),
  }));
  return inOrder(tokens.map((token) => replace(token.start, token.end, ""))).map((edit) => remove(text, edit));
}

/** The start offsets of the lines between two offsets, except blank lines. */
function lineStarts(text: string, from: number, to: number): readonly number[] {
  const starts: number[] = [];
  for (let end = endOfLine(text, from); end < to; end = endOfLine(text, skipLineBreak(text, end))) {
    const start = skipLineBreak(text, end);
    if (start < to && text.slice(start, Math.min(endOfLine(text, start), to)).trim() !== "") starts.push(start);
  }
  return starts;
}
