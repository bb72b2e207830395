import { CompletionTriggerKind, type CompletionItem } from "vscode-languageserver";
import { describe, expect, it } from "vitest";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { parseTree, type ParseError } from "jsonc-parser";
import { complete } from "../../../server/src/features/completion/completion.js";
import { accept, withoutStops } from "./edits.js";
import { duplicatesWithin, parseText } from "../../../server/src/document/jsonTree.js";
import { providers, adjusting, indenting, knowing, NEVER, plain, silent, tenantless, vscode } from "./clients.js";
import { corpus, documentWithCursor, escaped } from "./corpus.js";

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
function typed(document: TextDocument, cursor: number, { textEdit }: CompletionItem): string {
  if (!textEdit) return "";
  const { start } = "range" in textEdit ? textEdit.range : textEdit.replace;
  return document.getText().slice(document.offsetAt(start), cursor);
}

const SUPPORT = { plain, indenting, adjusting };
const QUERIES = { silent, tenantless, providers };
/** Paths of references to providers elsewhere in the workspace. */
const USED_PATHS = ["op:Automation/a", "op:Automation/b", "team:c"];

const cases = corpus("completion");

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
      const word = typed(document, cursor, item);
      if (word.startsWith('"')) expect(item.filterText?.startsWith('"'), "filtered with its quote").toBe(true);
      const result = withoutStops(accept(document, item));
      expect(syntaxErrors(result), `${item.label} gives ${result}`).toBeLessThanOrEqual(
        syntaxErrors(document.getText()),
      );
      expect(keysTwice(result), `${item.label} gives ${result}`).toBeLessThanOrEqual(before);
    }
    const checks = sections.filter(({ name }) => name !== "client");
    expect(checks.length).toBeGreaterThan(0);
    for (const { name, words, text: expected } of checks) {
      if (name === "offers") expect(labels.slice(0, list(words).length)).toEqual(list(words));
      else if (name === "only") expect(labels).toEqual(list(words));
      else if (name === "includes") expect(labels).toEqual(expect.arrayContaining([...list(words)]));
      else if (name === "lacks") for (const word of list(words)) expect(labels).not.toContain(word);
      else if (name === "details")
        for (const [label = "", detail] of list(words).map((pair) => pair.split(" = ")))
          expect(itemNamed(items, label)).toMatchObject({ detail, labelDetails: { description: detail } });
      else if (name === "accept") expect(escaped(accept(document, itemNamed(items, words)))).toBe(expected);
      else if (name === "insert") expect(escaped(accept(document, itemNamed(items, words), "insert"))).toBe(expected);
      else if (name === "documentation")
        expect(JSON.stringify(itemNamed(items, words).documentation)).toContain(expected);
      else throw new Error(`There is no section ${name}.`);
    }
  });
});
