import { type ParseError, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import {
  type CompletionItem,
  CompletionTriggerKind,
  type DocumentSymbol,
  type MarkupContent,
  type SelectionRange,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { ClientQueries } from "../../../server/src/client/languageClient.js";
import type { ClientSupport } from "../../../server/src/client/support.js";
import { duplicatesWithin, parseText } from "../../../server/src/document/jsonTree.js";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { complete } from "../../../server/src/features/completion/completion.js";
import { linksIn } from "../../../server/src/features/documentLinks.js";
import { symbolsOf } from "../../../server/src/features/documentSymbols.js";
import { foldsOf } from "../../../server/src/features/foldingRanges.js";
import { formatEdits } from "../../../server/src/features/formatting.js";
import { hoverAt } from "../../../server/src/features/hover.js";
import { hintsIn } from "../../../server/src/features/inlayHints.js";
import { selectionAt } from "../../../server/src/features/selectionRanges.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import type { RuleContext } from "../../../server/src/rules/rule.js";
import { NEVER, knowing, naming, plain, supporting, vscode } from "./clients.js";
import { type Case, corpus, documentOf, escaped, readMarks } from "./corpus.js";
import { accept, actionsOf, applied, wholeOf } from "./edits.js";

type Queries = Omit<ClientQueries, "support">;
const nothing = () => Promise.resolve(undefined);

/** What a case says about its client, by its words; else it's VS Code, which knows names and connections. */
const SUPPORT: Readonly<Record<string, ClientSupport>> = {
  plain,
  /** Knows snippets, and doesn't say how it indents them. */
  indenting: supporting({ textDocument: { completion: { completionItem: { snippetSupport: true } } } }),
  /** Indents whatever it inserts. */
  adjusting: supporting({
    textDocument: { completion: { completionItem: { insertTextModeSupport: { valueSet: [2] } } } },
  }),
};
const QUERIES: Readonly<Record<string, Queries>> = {
  silent: { names: nothing, connections: nothing },
  tenantless: { ...knowing, connections: () => Promise.resolve({ connections: [], tenants: [], incomplete: false }) },
  providers: { ...knowing, names: naming({ provider: ["op", "team"] }) },
};

/** The client of a case, and what's said about it. */
function clientIn({ sections }: Case) {
  const about = sections.find(({ name }) => name === "client")?.words ?? "";
  const among = <Kind>(kinds: Readonly<Record<string, Kind>>, other: Kind) =>
    about
      .split(" ")
      .map((word) => kinds[word])
      .find(Boolean) ?? other;
  return { about, client: { support: among(SUPPORT, vscode), ...among(QUERIES, knowing) } };
}

/** Compares a case's sections with results by their names: with their text or, if a section has none, with its words. */
async function expectSections(
  { sections }: Case,
  results: Readonly<Record<string, (words: string, expected: string) => unknown>>,
): Promise<void> {
  const checks = sections.filter(({ name }) => name !== "client");
  expect(checks).not.toEqual([]);
  for (const { name, words, text } of checks) expect(await results[name]?.(words, text), name).toBe(text || words);
}

/** The elements of a section's words. */
const list = (words: string): readonly string[] => words.split("; ").filter((word) => word !== "");

/** The one item that has this label or title. */
function named<Key extends string, Item extends Readonly<Record<Key, string>>>(
  key: Key,
  name: string,
  items: readonly Item[],
): Item {
  const item = items.find((candidate) => candidate[key] === name);
  if (!item) throw new Error(`There is no "${name}" among: ${items.map((candidate) => candidate[key]).join(" | ")}`);
  return item;
}

/** A document without its cursor mark, and the mark's offset. */
function documentWithCursor(text: string) {
  const { text: clean, cursors } = readMarks(documentOf(text).getText());
  const [cursor] = cursors;
  if (cursor === undefined) throw new Error(`There is no cursor mark in: ${text}`);
  return { document: documentOf(clean), cursor };
}

const cases = corpus("codeActions");

/** Names that exist, for cases about those that don't. */
const NAMES = ["HOME", "SALESFORCE_KEY"];
/** Secrets that aren't stored; whether others are isn't known. */
const NOT_STORED = ["acme.kye", "SLACK_TOKEN"];
const rules: RuleContext = {
  exists: (kind, name) => (kind === "env" ? NAMES.includes(name) : NOT_STORED.includes(name) ? false : undefined),
};

describe("code action corpus", () => {
  it.each(cases)("$title", async (example) => {
    const document = documentOf(example.text);
    const { support } = clientIn(example).client;
    const start = document.positionAt(document.getText().indexOf("{"));
    const within = { quickfix: wholeOf(document), "source.fixAll": wholeOf(document), refactor: { start, end: start } };
    const all = (only: keyof typeof within) => actionsOf(document, within[only], support, [only], rules);
    const after = async (only: keyof typeof within, title: string) =>
      escaped(applied(document, named("title", title, await all(only))));
    await expectSections(example, {
      titles: async () =>
        (await all("quickfix")).map(({ title, isPreferred }) => `${isPreferred ? "* " : ""}${title}`).join("\n"),
      fix: (title) => after("quickfix", title),
      fixAll: () => after("source.fixAll", "Fix all"),
      rewrite: (title) => after("refactor", title),
      command: async (title) => JSON.stringify(named("title", title, await all("quickfix")).command?.arguments),
    });
  });

  it.each(cases)("every quick fix leaves fewer of what it fixes, and no other error: $title", async ({ text }) => {
    const document = documentOf(text);
    const before = checkFile(setupFileOf(document), rules);
    for (const action of await actionsOf(document, wholeOf(document), plain, ["quickfix"], rules)) {
      const [diagnostic] = action.diagnostics ?? [];
      if (!action.edit || !diagnostic) continue;
      const left = checkFile(setupFileOf(documentOf(applied(document, action))), rules);
      const count = (all: typeof left) => all.filter(({ code }) => code === diagnostic.code).length;
      const errors = (all: typeof left) => all.filter(({ severity }) => severity === "error").length;
      // Of several syntax errors, one at a time is reported.
      if (diagnostic.code !== "syntax") expect(count(left), action.title).toBeLessThan(count(before));
      // What a type that is missing or unknown has kept back comes to light.
      if (!String(diagnostic.code).endsWith("-type"))
        expect(errors(left), action.title).toBeLessThanOrEqual(errors(before));
    }
  });
});

/** How many syntax errors and duplicate keys a text has. */
function faultsIn(text: string) {
  const errors: ParseError[] = [];
  parseTree(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true, allowEmptyContent: true });
  const root = parseText(text)?.root;
  return { errors: errors.length, duplicates: root ? duplicatesWithin(root).length : 0 };
}

/** The text an editor compares with the item's filter text. */
function typed(document: TextDocument, cursor: number, { textEdit }: CompletionItem): string {
  if (!textEdit) return "";
  const { start } = "range" in textEdit ? textEdit.range : textEdit.replace;
  return document.getText().slice(document.offsetAt(start), cursor);
}

/** Paths of references to providers elsewhere in the workspace. */
const USED_PATHS = ["op:Automation/a", "op:Automation/b", "team:c"];

describe("completion corpus", () => {
  it.each(corpus("completion"))("$title", async (example) => {
    const { about, client } = clientIn(example);
    const { document, cursor } = documentWithCursor(example.text);
    const triggerCharacter = /typed (\S)/.exec(about)?.[1];
    const { Invoked, TriggerCharacter } = CompletionTriggerKind;
    const { items } = await complete({
      document,
      position: document.positionAt(cursor),
      context: triggerCharacter ? { triggerKind: TriggerCharacter, triggerCharacter } : { triggerKind: Invoked },
      client,
      usedPaths: () => Promise.resolve(about.includes("providers") ? USED_PATHS : []),
      token: NEVER,
    });
    const sorted = items.map(({ sortText }) => sortText);
    expect(sorted, "sorted as offered").toEqual(sorted.toSorted());
    const before = faultsIn(document.getText());
    for (const item of items) {
      const word = typed(document, cursor, item);
      if (word.startsWith('"')) expect(item.filterText?.startsWith('"'), "filtered with its quote").toBe(true);
      // Nothing is typed at the tab stops, and the first choice is taken.
      const result = accept(document, item).replaceAll(/«\d+(?::([^»,]*)[^»]*)?»/g, "$1");
      const { errors, duplicates } = faultsIn(result);
      expect(errors, `${item.label} gives ${result}`).toBeLessThanOrEqual(before.errors);
      expect(duplicates, `${item.label} gives ${result}`).toBeLessThanOrEqual(before.duplicates);
    }
    const labels = items.map(({ label }) => label);
    const item = (label: string) => named("label", label, items);
    await expectSections(example, {
      offers: (words) => labels.slice(0, list(words).length).join("; "),
      only: () => labels.join("; "),
      includes: (words) =>
        list(words)
          .filter((word) => labels.includes(word))
          .join("; "),
      lacks: (words) =>
        list(words)
          .filter((word) => !labels.includes(word))
          .join("; "),
      details: (words) => {
        const shown = list(words).map((pair) => item(pair.split(" = ")[0] ?? ""));
        expect(shown.map(({ labelDetails }) => labelDetails?.description)).toEqual(shown.map(({ detail }) => detail));
        return shown.map(({ label, detail }) => `${label} = ${detail ?? ""}`).join("; ");
      },
      accept: (label) => escaped(accept(document, item(label))),
      insert: (label) => escaped(accept(document, item(label), "insert")),
      documentation: (label, expected) => {
        const shown = JSON.stringify(item(label).documentation);
        return shown.includes(expected) ? expected : shown;
      },
    });
  });
});

describe("hover corpus", () => {
  it.each(corpus("hover"))("$title", async (example) => {
    const { document, cursor } = documentWithCursor(example.text);
    const { client } = clientIn(example);
    const hover = await hoverAt({ document, position: document.positionAt(cursor), client, token: NEVER });
    await expectSections(example, {
      nothing: () => (hover ? "a hover" : ""),
      on: () => hover?.range && document.getText(hover.range),
      shows: () => (hover?.contents as MarkupContent | undefined)?.value,
    });
  });
});

describe("formatting corpus", () => {
  it.each(corpus("formatting"))("$title", async (example) => {
    const { text, marks } = readMarks(documentOf(example.text).getText());
    const document = documentOf(text);
    const [range] = marks.map(({ start, end }) => ({
      start: document.positionAt(start),
      end: document.positionAt(end),
    }));
    const edits = (words: string) => {
      const options = Object.fromEntries(words.split(" ").map((option) => [option, true]));
      return formatEdits(document, { tabSize: 2, insertSpaces: true, ...options }, range);
    };
    await expectSections(example, {
      formatted: (words) => escaped(TextDocument.applyEdits(document, edits(words))),
      unchanged: (words) => (edits(words).length === 0 ? words : "changed"),
    });
  });

  it("indents with tabs where the editor does", () => {
    const document = documentOf('{"id":"x"}');
    expect(TextDocument.applyEdits(document, formatEdits(document, { tabSize: 4, insertSpaces: false }))).toBe(
      '{\n\t"id": "x"\n}',
    );
  });
});

function symbolLines(document: TextDocument, words: string): string {
  const at = ({ range, selectionRange }: DocumentSymbol): string =>
    words === "with ranges" ? ` «${document.getText(selectionRange)}» in «${document.getText(range)}»` : "";
  const lines = (symbols: readonly DocumentSymbol[], indentation = ""): readonly string[] =>
    symbols.flatMap((symbol) => [
      `${indentation}${symbol.name}${symbol.detail === undefined ? "" : ` = ${symbol.detail}`}${at(symbol)}`,
      ...lines(symbol.children ?? [], `${indentation}  `),
    ]);
  return lines(symbolsOf(document)).join("\n");
}

function foldLines(document: TextDocument, support: ClientSupport): string {
  const at = (...place: (number | undefined)[]) => place.filter((part) => part !== undefined).join(":");
  return foldsOf(document, support)
    .map(({ startLine, startCharacter, endLine, endCharacter, kind }) =>
      `${at(startLine, startCharacter)}-${at(endLine, endCharacter)} ${kind ?? ""}`.trimEnd(),
    )
    .join("\n");
}

function selectionLines(text: string): string {
  const { document, cursor } = documentWithCursor(text);
  const lines: string[] = [];
  let selection: SelectionRange | undefined = selectionAt(document, document.positionAt(cursor));
  for (; selection; selection = selection.parent) lines.push(`«${document.getText(selection.range)}»`);
  return lines.join("\n");
}

describe("structure corpus", () => {
  it.each(corpus("structure"))("$title", async (example) => {
    const { text } = example;
    const document = documentOf(text.replace("‸", ""));
    await expectSections(example, {
      symbols: (words) => symbolLines(document, words),
      folds: () => foldLines(document, clientIn(example).client.support),
      selections: () => selectionLines(text),
      links: (words) =>
        linksIn(document, words === "" ? undefined : words.replace("in ", ""))
          .map(({ range, target }) => `${document.getText(range)} → ${target ?? ""}`)
          .join("\n"),
      hint: () =>
        hintsIn(document, wholeOf(document))
          .map(({ position, label }) =>
            document.offsetAt(position) === text.indexOf("‸") && typeof label === "string" ? label : "elsewhere",
          )
          .join(),
    });
  });

  it("names the fields in the range that's shown alone", () => {
    const document = documentOf('{\n"type": "API_KEY",\n"api_key": "k"\n}');
    expect(hintsIn(document, { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } })).toEqual([]);
  });
});
