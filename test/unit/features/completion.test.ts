import { CompletionTriggerKind, type CompletionItem } from "vscode-languageserver";
import { describe, expect, it } from "vitest";
import { parseTree, type ParseError } from "jsonc-parser";
import { complete } from "../../../server/src/features/completion/completion.js";
import { accept, withoutStops } from "./accept.js";
import { duplicatesWithin, parseText } from "../../../server/src/document/tree.js";
import { providers, adjusting, indenting, knowing, NEVER, plain, silent, tenantless, vscode } from "./clients.js";
import { corpus, documentWithCursor, escaped, type Section } from "./corpus.js";

function syntaxErrors(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true, allowEmptyContent: true });
  return errors.length;
}

function keysTwice(text: string): number {
  const { root } = parseText(text);
  return root ? duplicatesWithin(root).length : 0;
}

function list(words: string): readonly string[] {
  return words
    .split(";")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function itemNamed(items: readonly CompletionItem[], label: string): CompletionItem {
  const item = items.find((candidate) => candidate.label === label);
  if (!item) throw new Error(`There is no ${label} among ${items.map((candidate) => candidate.label).join("; ")}.`);
  return item;
}

/** The text an editor compares with the item's filter text. */
function typed(
  text: string,
  cursor: number,
  item: CompletionItem,
  offsetAt: (position: { line: number; character: number }) => number,
): string {
  const { textEdit } = item;
  if (!textEdit) return "";
  return text.slice(offsetAt(("range" in textEdit ? textEdit.range : textEdit.replace).start), cursor);
}

const SUPPORT = { plain, indenting, adjusting };
const QUERIES = { silent, tenantless, providers };
/** Paths of references to providers elsewhere in the workspace. */
const USED_PATHS = ["op:Automation/a", "op:Automation/b", "team:c"];

const cases = corpus("completion");

/**
 * Sections: `client` (words: plain, indenting, adjusting, silent, tenantless, providers, typed X), `offers` (these labels, in
 * this order, and nothing before them), `only` (these and no others), `lacks`,
 * `details` (label = detail), `accept` (label; the resulting text follows).
 */
describe("completion corpus", () => {
  it.each(cases)("$title", async ({ text, sections }) => {
    const client = sections.find(({ name }) => name === "client")?.words ?? "";
    const { document, cursor } = documentWithCursor(text);
    const trigger = /typed (\S)/.exec(client)?.[1];
    const { items } = await complete({
      document,
      position: document.positionAt(cursor),
      context: trigger
        ? { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter: trigger }
        : { triggerKind: CompletionTriggerKind.Invoked },
      client: {
        support: Object.entries(SUPPORT).find(([name]) => client.includes(name))?.[1] ?? vscode,
        ...(Object.entries(QUERIES).find(([name]) => client.includes(name))?.[1] ?? knowing),
      },
      usedPaths: () => Promise.resolve(client.includes("providers") ? USED_PATHS : []),
      token: NEVER,
    });
    const labels = items.map(({ label }) => label);
    const before = keysTwice(document.getText());
    expect(
      items.map(({ sortText }) => sortText),
      "sorted as offered",
    ).toEqual(items.map(({ sortText }) => sortText).sort());
    for (const item of items) {
      const word = typed(document.getText(), cursor, item, (position) => document.offsetAt(position));
      if (word.startsWith('"')) expect(item.filterText?.startsWith('"'), "filtered with its quote").toBe(true);
      const result = withoutStops(accept(document, item));
      expect(syntaxErrors(result), `${item.label} gives ${result}`).toBeLessThanOrEqual(
        syntaxErrors(document.getText()),
      );
      expect(keysTwice(result), `${item.label} gives ${result}`).toBeLessThanOrEqual(before);
    }
    const checks = sections.filter(({ name }) => name !== "client");
    expect(checks.length).toBeGreaterThan(0);
    for (const section of checks) check(section, labels);

    function check({ name, words, text: expected }: Section, offered: readonly string[]): void {
      switch (name) {
        case "offers":
          expect(offered.slice(0, list(words).length)).toEqual(list(words));
          return;
        case "only":
          expect(offered).toEqual(list(words));
          return;
        case "includes":
          expect(offered).toEqual(expect.arrayContaining([...list(words)]));
          return;
        case "lacks":
          for (const word of list(words)) expect(offered).not.toContain(word);
          return;
        case "details":
          for (const pair of list(words)) {
            const [label = "", detail] = pair.split(" = ");
            expect(itemNamed(items, label).detail).toBe(detail);
          }
          return;
        case "accept":
          expect(escaped(accept(document, itemNamed(items, words)))).toBe(expected);
          return;
        case "insert":
          expect(escaped(accept(document, itemNamed(items, words), "insert"))).toBe(expected);
          return;
        case "documentation":
          expect(JSON.stringify(itemNamed(items, words).documentation)).toContain(expected);
          return;
        default:
          throw new Error(`There is no section ${name}.`);
      }
    }
  });
});
