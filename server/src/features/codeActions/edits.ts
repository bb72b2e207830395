import * as l10n from "@vscode/l10n";
import { createScanner } from "jsonc-parser";
import type { JsonNode } from "../../document/jsonTree.js";
import { quoted } from "../../rules/wording.js";
import type { Span } from "../../../../schemas/references.js";
import {
  endOfLine,
  indentationAt,
  inLines,
  isFirstInLine,
  join,
  layoutOf,
  quote,
  separatorAt,
  skipBlanks,
  skipBlanksBack,
  skipLineBreak,
  startOfLine,
  type Template,
} from "../insertion.js";
import { type Edit, type Fix, propertiesNamed } from "./fix.js";

const COMMA = 5;

export function endOf({ offset, length }: JsonNode): number {
  return offset + length;
}

export function replace(start: number, end: number, text: string): Edit {
  return { start, end, text: text === "" ? [] : [text] };
}

export function replaceByString(node: JsonNode, text: string): Edit {
  return replace(node.offset, endOf(node), quote(text));
}

export function sure(fix: Fix): Fix {
  return { ...fix, preferred: true, certain: true };
}

/** @param text a word of ours, no value of the file. */
export function changeTo(node: JsonNode, text: string): Fix {
  return { title: l10n.t("Change to {0}", quoted(text)), edits: [replaceByString(node, text)], isValueFree: true };
}

export function removeNamed(text: string, object: JsonNode, name: string): Fix {
  const edits = removeProperties(text, object, propertiesNamed(object, name));
  return { title: l10n.t("Remove {0}", quoted(name)), edits };
}

/** The offset of the comma after a node, skipping comments. */
export function commaAfter(text: string, end: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(end);
  const kind: number = scanner.scan();
  return kind === COMMA ? scanner.getTokenOffset() : undefined;
}

/** Removes properties of one object with their commas and otherwise empty lines. Keeps comments. */
export function removeProperties(text: string, object: JsonNode, removed: readonly JsonNode[]): readonly Edit[] {
  const all = object.children ?? [];
  if (removed.length >= all.length) {
    const [open, close] = [object.offset + 1, endOf(object) - 1];
    const rest = without(text, open, close, removed);
    if (/^[ \t,]*$/.test(rest) && !/[\r\n]/.test(text.slice(open, close))) return [replace(open, close, "")];
  }
  return inOrder(removals(text, all, removed)).map((edit) => remove(text, edit));
}

function removals(text: string, all: readonly JsonNode[], removed: readonly JsonNode[]): readonly Edit[] {
  const last = all.at(-1);
  const gone = new Set(removed);
  const kept = all.findLast((property) => !gone.has(property));
  const comma = kept && commaAfter(text, endOf(kept));
  if (!last || !gone.has(last) || commaAfter(text, endOf(last)) !== undefined || comma === undefined)
    return removed.flatMap((property) => removal(text, property));
  const tail = removed.filter(({ offset }) => offset > comma);
  const others = removed.filter(({ offset }) => offset <= comma).flatMap((property) => removal(text, property));
  // On a single line, keep what's before the brace.
  return /^[ \t,]*$/.test(without(text, comma, endOf(last), tail))
    ? [...others, replace(comma, endOf(last), "")]
    : [replace(comma, comma + 1, ""), ...others, ...tail.flatMap((property) => removal(text, property))];
}

/** Removes a span: with its line if that has nothing else, or with the blanks before it at the end of a line. */
export function remove(text: string, { start, end }: Span): Edit {
  const rest = skipBlanks(text, end);
  if (rest !== endOfLine(text, rest)) return replace(start, end, "");
  return isFirstInLine(text, start) && rest < text.length
    ? replace(startOfLine(text, start), skipLineBreak(text, rest), "")
    : replace(skipBlanksBack(text, start), rest, "");
}

function without(text: string, start: number, end: number, nodes: readonly JsonNode[]): string {
  const inOrder = [...nodes].sort((a, b) => a.offset - b.offset);
  const starts = [start, ...inOrder.map(endOf)];
  return starts.map((from, index) => text.slice(from, inOrder[index]?.offset ?? end)).join("");
}

function removal(text: string, property: JsonNode): readonly Edit[] {
  const end = endOf(property);
  const comma = commaAfter(text, end);
  const isNext = comma !== undefined && text.slice(end, comma).trim() === "";
  const edit = replace(property.offset, skipBlanks(text, isNext ? comma + 1 : end), "");
  // Otherwise, there's a comment between the property and its comma.
  return comma === undefined || isNext
    ? [edit]
    : [edit, replace(comma, text[comma - 1] === " " ? skipBlanks(text, comma + 1) : comma + 1, "")];
}

/** Adds properties at the end of an object, or after one of its properties, in the object's own layout. */
export function addProperties(
  text: string,
  object: JsonNode,
  properties: readonly Template[],
  after = object.children?.at(-1),
): readonly Edit[] {
  if (properties.length === 0) return [];
  if (!after) return [intoEmpty(text, object, properties)];
  const end = endOf(after);
  const ownLine = isFirstInLine(text, after.offset);
  const separator = separatorAt(text, after.offset);
  const comma = commaAfter(text, end);
  const rest = skipBlanks(text, (comma ?? end - 1) + 1);
  if (!ownLine || !text.startsWith("//", rest) || text.slice(end, rest).includes("\n"))
    return [{ start: end, end, text: [separator, ...join(properties, separator)] }];
  const lineEnd = endOfLine(text, rest);
  const added: Edit = {
    start: lineEnd,
    end: lineEnd,
    text: [separator.slice(1), ...join(properties, separator), ...(comma === undefined ? [] : [","])],
  };
  return comma === undefined ? [replace(end, end, ","), added] : [added];
}

export function addFirst(text: string, object: JsonNode, property: Template): Edit {
  const first = object.children?.[0];
  if (!first) return intoEmpty(text, object, [property]);
  return { start: first.offset, end: first.offset, text: [...property, separatorAt(text, first.offset)] };
}

/** Adds properties to an empty object, after any comment in it. */
function intoEmpty(text: string, object: JsonNode, properties: readonly Template[]): Edit {
  const end = Math.max(endOf(object) - 1, object.offset + 1);
  const start = text.slice(object.offset + 1, end).trimEnd().length + object.offset + 1;
  return { start, end, text: inLines(properties, layoutOf(text), indentationAt(text, object.offset)) };
}

/** Sorts edits in text order, and merges adjacent or overlapping deletions. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const merged: Edit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && edit.start <= last.end && edit.text.length === 0 && last.text.length === 0)
      merged[merged.length - 1] = replace(last.start, Math.max(last.end, edit.end), "");
    else merged.push(edit);
  }
  return merged;
}
