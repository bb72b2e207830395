import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { CodeAction, Hover } from "vscode-languageserver";
import { useFolder } from "../unit/folder.js";
import { CLI, Session, TAKING } from "./session.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const URI = "file:///somewhere/a.vaultconn.json";

/** What is seen of a setup without its key: a diagnostic, its fix, and the hover over its type. */
const TEXT = '{ "setup": { "type": "BEARER" } }';
const LACKS = "This {0} setup is missing {1}; add it.";
const ADD = "Add {0}";
const REQUIRED = "required";
const TITLE = "bearer token";
const MEANING = "A token that's sent in the header Authorization: Bearer.";

const folder = useFolder();

type Texts = (english: string, ...values: readonly string[]) => string;

/** The texts of a language; without one, the English ones. */
async function textsIn(language?: string): Promise<Texts> {
  const known: Record<string, string> = {};
  for (const part of language ? ["schemas", "server"] : []) {
    Object.assign(known, JSON.parse(await readFile(path.join(ROOT, part, "l10n", `${language ?? ""}.json`), "utf8")));
  }
  return (english, ...values) =>
    (known[english] ?? english).replaceAll(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? "");
}

async function expectTexts(locale: unknown, texts: Texts): Promise<void> {
  await using session = await Session.start({
    locale,
    capabilities: { textDocument: { ...TAKING, hover: { contentFormat: ["markdown"] } } },
  });
  await session.open(URI, TEXT);
  const [diagnostic] = await session.diagnostics(URI);
  expect(diagnostic?.message).toBe(texts(LACKS, "BEARER", '"token"'));
  const about = { textDocument: { uri: URI }, range: diagnostic?.range, context: { diagnostics: [] } };
  const actions = await session.request<CodeAction[]>("textDocument/codeAction", about);
  expect(actions.map(({ title }) => title)).toContain(texts(ADD, '"token"'));
  const position = diagnostic?.range.start;
  const hover = await session.request<Hover>("textDocument/hover", { textDocument: { uri: URI }, position });
  expect(hover.contents).toMatchObject({
    value: [
      `**\`BEARER\`** · ${texts(TITLE)}`,
      texts(MEANING),
      `- \`token\` · ${texts(REQUIRED)} · ${texts("secret")}`,
    ].join("\n\n"),
  });
}

describe("a client's language", () => {
  it.each([
    ["de", "de"],
    ["ja", "ja"],
    ["DE_ch", "de"],
  ])("%s is answered in %s", async (locale, language) => {
    const texts = await textsIn(language);
    expect(texts(TITLE)).not.toBe(TITLE);
    await expectTexts(locale, texts);
  });

  it.each([["xx"], ["de/../ja"], [5]])("%j is answered in English", async (locale) => {
    await expectTexts(locale, await textsIn());
  });
});

it("uses English on the command line, whatever the system's language", async () => {
  const file = path.join(folder(), "a.vaultconn.json");
  await writeFile(file, TEXT);
  const german = { LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8", LANGUAGE: "de" };
  const env = { ...process.env, ...german, VSCODE_NLS_CONFIG: JSON.stringify({ locale: "de" }) };
  const { stdout } = spawnSync(process.execPath, [CLI, "check", file], { env, encoding: "utf8" });
  expect(stdout).toContain('This BEARER setup is missing "token"; add it.');
});
