import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { LANGUAGES, manifestTranslations } from "../../../scripts/l10n/bundles.js";

const english = JSON.parse(await readFile("package.nls.json", "utf8")) as Readonly<Record<string, string>>;

/** What the extension is called in every language, the editor's own word for its files among it. */
const NAMES = new Set(["Vault Connections", "Vault Connection", "vaultconn"]);

/** Properties of contributions whose values people read, alone or in a list. */
const SHOWN = new Set(
  `title shortTitle category name contextualTitle label contents aliases altText detail when-description description
  markdownDescription enumDescriptions markdownEnumDescriptions enumItemLabels deprecationMessage
  markdownDeprecationMessage errorMessage patternErrorMessage`.split(/\s+/),
);

/** Every text below a value, with the property it stands under. */
function textsBelow(value: unknown, property = ""): readonly { readonly property: string; readonly text: string }[] {
  if (typeof value === "string") return [{ property, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsBelow(item, property));
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, below]) => textsBelow(below, key))
    : [];
}

const keyOf = (text: string): string | undefined => /^%([^%]+)%$/.exec(text)?.[1];
const keys = textsBelow(manifest).flatMap(({ text }) => keyOf(text) ?? []);

/** Commands, settings, icons and code in a text, which are the same in every language. */
function codeIn(text = ""): readonly string[] {
  return [...text.matchAll(/\(command:[^)]*\)|`[^`]*`|\$\{\w+:\w+\}|\$\([\w-]+\)|\n/g)].map(([code]) => code).sort();
}

describe("the manifest", () => {
  it("has all texts in package.nls.json", () => {
    const { contributes, capabilities, description } = manifest;
    // Agents read English.
    const languageModelTools = contributes.languageModelTools.map((tool) => ({ ...tool, name: "", inputSchema: {} }));
    const shown = textsBelow({ ...contributes, languageModelTools, ...capabilities, description }).filter(
      ({ property }) => SHOWN.has(property),
    );
    expect(shown.length).toBeGreaterThan(60);
    // A variable in a configuration example, such as the placeholder of a snippet, is no text.
    expect(
      shown.filter(({ text }) => keyOf(text) === undefined && text !== "" && !NAMES.has(text)).map(({ text }) => text),
    ).toEqual(["$1"]);
  });

  it("uses each text of package.nls.json", () => {
    expect([...new Set(keys)].sort()).toEqual(Object.keys(english).sort());
  });
});

describe.each(LANGUAGES)("the manifest in %s", async (language) => {
  const all = Object.entries(await manifestTranslations(language));
  // One whose English text has changed isn't packaged.
  const read = all.filter(([key, { comment }]) => comment[0] === english[key]);

  it("keeps code, links, and lines of each text", () => {
    for (const [key, { message }] of read) expect(codeIn(message), key).toEqual(codeIn(english[key]));
  });

  it("has sentences in the other language", () => {
    const isSentence = (text: string): boolean => text.includes(" ") && !NAMES.has(text);
    expect(read.filter(([key, { message }]) => isSentence(message) && english[key] === message)).toEqual([]);
  });
});
