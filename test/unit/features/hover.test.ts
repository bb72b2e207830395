import type { MarkupContent } from "vscode-languageserver";
import { describe, expect, it } from "vitest";
import { hoverAt } from "../../../server/src/features/hover.js";
import { knowing, NEVER, plain, providers, silent, vscode } from "./clients.js";
import { corpus, documentWithCursor } from "./corpus.js";

const cases = corpus("hover");

describe("hover corpus", () => {
  it.each(cases)("$title", async ({ text, sections }) => {
    const client = sections.find(({ name }) => name === "client")?.words ?? "";
    const { document, cursor } = documentWithCursor(text);
    const support = client.includes("plain") ? plain : vscode;
    const queries = client.includes("silent") ? silent : client.includes("providers") ? providers : knowing;
    const hover = await hoverAt({
      document,
      position: document.positionAt(cursor),
      client: { support, ...queries },
      token: NEVER,
    });
    const checks = sections.filter(({ name }) => name !== "client");
    expect(checks.length).toBeGreaterThan(0);
    for (const { name, words, text: expected } of checks) {
      if (name === "nothing") expect(hover).toBeNull();
      else if (name === "on") expect(hover?.range && document.getText(hover.range)).toBe(words);
      else if (name === "shows") expect((hover?.contents as MarkupContent | undefined)?.value).toBe(expected);
      else throw new Error(`There is no section ${name}.`);
    }
  });
});
