import { type CodeAction } from "vscode-languageserver";
import { describe, expect, it } from "vitest";
import { type RuleContext } from "../../../server/src/rules/rule.js";
import { actionsOf, applied, findingsOf, wholeOf } from "./edits.js";
import { plain, vscode } from "./clients.js";
import { corpus, documentOf, escaped } from "./corpus.js";

const cases = corpus("codeActions");

/** Names that exist, for cases about those that don't. */
const NAMES = ["HOME", "SALESFORCE_KEY"];
/** Secrets that aren't stored; whether others are isn't known. */
const NOT_STORED = ["acme.kye", "SLACK_TOKEN"];
const rules: RuleContext = {
  exists: (kind, name) => (kind === "env" ? NAMES.includes(name) : NOT_STORED.includes(name) ? false : undefined),
};

function titled(actions: readonly CodeAction[], title: string): CodeAction {
  const action = actions.find((candidate) => candidate.title === title);
  if (!action)
    throw new Error(`There is no "${title}" among: ${actions.map((candidate) => candidate.title).join(" | ")}`);
  return action;
}

describe("code action corpus", () => {
  it.each(cases)("$title", async ({ text, sections }) => {
    const document = documentOf(text);
    const support = sections.some(({ name, words }) => name === "client" && words === "plain") ? plain : vscode;
    const atAll = (only: string): Promise<readonly CodeAction[]> =>
      actionsOf(document, wholeOf(document), support, [only], rules);
    const checks = sections.filter(({ name }) => name !== "client");
    expect(checks.length).toBeGreaterThan(0);
    for (const { name, words, text: expected } of checks) {
      if (name === "titles")
        expect(
          (await atAll("quickfix")).map(({ title, isPreferred }) => `${isPreferred ? "* " : ""}${title}`).join("\n"),
        ).toBe(expected);
      else if (name === "fix")
        expect(escaped(applied(document, titled(await atAll("quickfix"), words)))).toBe(expected);
      else if (name === "fixAll")
        expect(escaped(applied(document, titled(await atAll("source.fixAll"), "Fix all")))).toBe(expected);
      else if (name === "rewrite")
        expect(escaped(applied(document, titled(await atStart("refactor"), words)))).toBe(expected);
      else if (name === "command")
        expect(JSON.stringify(titled(await atAll("quickfix"), words).command?.arguments)).toBe(expected);
      else throw new Error(`There is no section ${name}.`);
    }

    function atStart(only: string): Promise<readonly CodeAction[]> {
      const start = document.positionAt(document.getText().indexOf("{"));
      return actionsOf(document, { start, end: start }, support, [only], rules);
    }
  });

  it.each(cases)("every quick fix leaves fewer of what it fixes, and no other error: $title", async ({ text }) => {
    const document = documentOf(text);
    const before = findingsOf(document, rules);
    for (const action of await actionsOf(document, wholeOf(document), plain, ["quickfix"], rules)) {
      const [diagnostic] = action.diagnostics ?? [];
      if (!action.edit || !diagnostic) continue;
      const left = findingsOf(documentOf(applied(document, action)), rules);
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
