import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CodeAction, Hover } from "vscode-languageserver";
import { translations } from "../../scripts/l10n/bundles.js";
import { root, useFolder, writeFiles } from "../unit/folder.js";
import { CLI, Session, TAKING } from "./session.js";

const URI = "file:///somewhere/a.vaultconn.json";
const TEXT = '{ "setup": { "type": "BEARER" } }';

useFolder();

describe("a client's language", () => {
  it.each([
    ["de", "de"],
    ["ja", "ja"],
    ["DE_ch", "de"],
    ["xx", "en"],
    ["de/../ja", "en"],
    [5, "en"],
  ])("%j is answered in %s, in diagnostics, fixes, and hovers", async (locale, language) => {
    const known = { ...(await translations("server", language)), ...(await translations("schemas", language)) };
    const text = (english: string, ...values: readonly string[]) =>
      (known[english] ?? english).replaceAll(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? "");
    expect(known["bearer token"] === undefined).toBe(language === "en");
    await using session = await Session.start({ locale, capabilities: { textDocument: TAKING } });
    await session.open(URI, TEXT);
    const [diagnostic] = await session.diagnostics(URI);
    expect(diagnostic?.message).toBe(text("This {0} setup is missing {1}; add it.", "BEARER", '"token"'));
    const about = { textDocument: { uri: URI }, range: diagnostic?.range, context: { diagnostics: [] } };
    const actions = await session.request<CodeAction[]>("textDocument/codeAction", about);
    expect(actions.map(({ title }) => title)).toContain(text("Add {0}", '"token"'));
    const hover = await session.request<Hover>("textDocument/hover", { ...about, position: diagnostic?.range.start });
    expect(hover.contents).toMatchObject({ value: expect.stringContaining(text("bearer token")) as string });
  });
});

it("uses English on the command line, whatever the system's language", () => {
  writeFiles({ "a.vaultconn.json": TEXT });
  const german = { LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8", LANGUAGE: "de" };
  const env = { ...process.env, ...german, VSCODE_NLS_CONFIG: JSON.stringify({ locale: "de" }) };
  const { stdout } = spawnSync(process.execPath, [CLI, "check", path.join(root, "a.vaultconn.json")], { env });
  expect(stdout.toString()).toContain('This BEARER setup is missing "token"; add it.');
});
