import { TextDocument } from "vscode-languageserver-textdocument";
import type { Range } from "vscode-languageserver";
import { describe, expect, it } from "vitest";

import type { PushResult } from "../../../client/core/push/pushTypes.js";
import { Refusals } from "../../../client/extension/push/refusals.js";
import { editor, vscode } from "../vscode.js";

const FILE_URI = "file:///folder/a.vaultconn.json";
const MARKED = vscode.Uri.parse(FILE_URI);

let shown: readonly { readonly range: Range }[] = [];
Object.assign(vscode, {
  Diagnostic: class {
    constructor(readonly range: Range) {}
  },
  languages: {
    createDiagnosticCollection: () => ({
      has: () => shown.length > 0,
      get: () => shown,
      set: (_: unknown, diagnostics: typeof shown) => (shown = diagnostics),
      delete: () => (shown = []),
      [Symbol.iterator]: () => [[MARKED, shown]].values(),
    }),
    onDidChangeDiagnostics: () => undefined,
    getDiagnostics: () => [],
  },
});

const refusals = new Refusals([]);

/** What stands in the text where a refusal of a property is marked. */
async function markedIn(text: string, property: string): Promise<string | undefined> {
  const document = TextDocument.create(FILE_URI, "vaultconn", 1, text);
  Object.assign(vscode.workspace, { openTextDocument: () => Promise.resolve(document) });
  const outcome = { kind: "refused", error: { property } };
  const result = { target: { file: FILE_URI }, outcome, message: { text: "Acme rejected the update." } };
  await refusals.onPush({ kind: "ended", result: result as PushResult });
  return shown[0] && document.getText(shown[0].range);
}

describe("the marks of a refused push", () => {
  const FILE = '{\n  "id": "ac_1",\n  "name": "N",\n  "setup": { "type": "API_KEY", "api_key": "k" },\n}\n';
  const BARE = '// a comment\n{ "type": "API_KEY", "api_key": "k", "name": "of the setup" }';

  it.each([
    ["setup.api_key", FILE, '"k"'],
    ["name", FILE, '"N"'],
    ["setup", FILE, '"setup"'],
    ["setup.base_url", FILE, '"setup"'],
    ["setup.api_key.0", FILE, '"k"'],
    ["unheard.of", FILE, "{"],
    ["setup.api_key", BARE, '"k"'],
    ["setup", BARE, "{"],
    ["setup.base_url", BARE, "{"],
    ["name", '{ "setup": { "type": "BEARER", "token": "t" } }', "{"],
    ["setup.token", "", ""],
  ])("mark %s in %j at %j", async (property, text, marked) => {
    expect(await markedIn(text, property)).toBe(marked);
  });
});

describe("the removal of a mark", () => {
  it.each([
    ["with a file that is renamed", editor.renamed, { oldUri: MARKED }, 0],
    ["with a file that is deleted", editor.deleted, MARKED, 0],
    ["with its folder", editor.deleted, vscode.Uri.parse("file:///folder"), 0],
    ["with no other file", editor.deleted, vscode.Uri.parse("file:///folder/a"), 1],
  ])("%s", async (_, event, file, left) => {
    await markedIn('{ "name": "N" }', "name");
    event.fire({ files: [file] });
    expect(shown).toHaveLength(left);
  });
});
