import { TextDocument } from "vscode-languageserver-textdocument";
import { describe, expect, it, vi } from "vitest";

import { Refusals } from "../../../client/extension/push/refusals.js";

interface Place {
  readonly line: number;
  readonly character: number;
}

const { shown, told, stub } = vi.hoisted(() => {
  class Range {
    readonly start: Place;
    readonly end: Place;
    constructor(...ends: readonly [Place, Place] | readonly [number, number, number, number]) {
      const [a, b, c = 0, d = 0] = ends;
      this.start = typeof a === "number" ? { line: a, character: Number(b) } : a;
      this.end = typeof b === "number" ? { line: c, character: d } : b;
    }
  }
  class Diagnostic {
    constructor(
      readonly range: Range,
      readonly message: string,
    ) {}
  }
  const shown: Diagnostic[] = [];
  const never = () => ({ dispose: () => undefined });
  const told: { renamed?: (event: object) => void; deleted?: (event: object) => void } = {};
  return {
    shown,
    told,
    stub: {
      Range,
      Diagnostic,
      DiagnosticSeverity: { Error: 0 },
      Disposable: { from: never },
      Uri: { parse: (text: string) => ({ toString: () => text }) },
      workspace: {
        onDidChangeTextDocument: never,
        onDidRenameFiles: (listener: (event: object) => void) => ((told.renamed = listener), never()),
        onDidDeleteFiles: (listener: (event: object) => void) => ((told.deleted = listener), never()),
      },
      languages: {
        createDiagnosticCollection: () => ({
          get: () => shown,
          set: (_: unknown, diagnostics: readonly Diagnostic[]) => void shown.splice(0, shown.length, ...diagnostics),
          delete: () => void shown.splice(0, shown.length),
          dispose: () => undefined,
        }),
        onDidChangeDiagnostics: never,
        getDiagnostics: () => [],
      },
    },
  };
});
vi.mock("vscode", () => stub);

const refusals = new Refusals([]);

/** What stands in the text where a refusal of a property is marked. */
function markedIn(text: string, property: string): string | undefined {
  const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, text);
  refusals.mark(document as never, [{ property: property.split("."), text: "Acme rejected the update." }]);
  return shown[0] && document.getText(shown[0].range);
}

describe("what the service refused is marked", () => {
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
  ])("%s in %j at %j", (property, text, marked) => {
    expect(markedIn(text, property)).toBe(marked);
  });
});

describe("a mark goes", () => {
  it.each([
    ["with a file that is renamed", () => told.renamed?.({ files: [{ oldUri: at("file:///a.vaultconn.json") }] }), 0],
    ["with a file that is deleted", () => told.deleted?.({ files: [at("file:///a.vaultconn.json")] }), 0],
    ["with its folder", () => told.deleted?.({ files: [at("file://")] }), 0],
    ["with no other file", () => told.deleted?.({ files: [at("file:///a")] }), 1],
  ])("%s", (_, happen, left) => {
    markedIn('{ "name": "N" }', "name");
    happen();
    expect(shown).toHaveLength(left);
  });
});

function at(place: string) {
  return stub.Uri.parse(place);
}
