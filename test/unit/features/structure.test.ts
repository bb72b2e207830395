import { describe, expect, it } from "vitest";
import type { DocumentSymbol } from "vscode-languageserver";
import { linksIn } from "../../../server/src/features/documentLinks.js";
import { hintsIn } from "../../../server/src/features/inlayHints.js";
import { symbolsOf } from "../../../server/src/features/structure/documentSymbols.js";
import { foldsOf } from "../../../server/src/features/structure/foldingRanges.js";
import { selectionAt } from "../../../server/src/features/structure/selectionRanges.js";
import { wholeOf } from "./actions.js";
import { plain, vscode } from "./clients.js";
import { documentOf, documentWithCursor } from "./corpus.js";

describe("document symbols", () => {
  const lines = (symbols: readonly DocumentSymbol[], indentation = ""): readonly string[] =>
    symbols.flatMap(({ name, detail, children }) => [
      `${indentation}${name}${detail === undefined ? "" : ` = ${detail}`}`,
      ...lines(children ?? [], `${indentation}  `),
    ]);

  it("shows what is known and no secret, and hides every other value", () => {
    const document = documentOf(
      '{ "id": "ac_1", "name": "x\\ny", "setup": { "type": "JWT", "algorithm": "HS256", "key": "canary", "more": [{ "a": "canary" }, 1] } }',
    );
    expect(lines(symbolsOf(document))).toEqual([
      "id = ac_1",
      "name = x y",
      "setup",
      "  type = JWT",
      "  algorithm = HS256",
      "  key",
      "  more",
      "    0",
      "      a",
      "    1",
    ]);
  });

  it("hides secrets, also where the type is unknown", () => {
    const document = documentOf('{ "type": "BEARE", "token": "canary", "": 1 }');
    expect(lines(symbolsOf(document))).toEqual(["type = BEARE", "token", '""']);
  });

  it("keeps each name within its property", () => {
    const document = documentOf('{\n  "setup": {\n    "type": "TOKEN"\n  }\n}');
    const [setup] = symbolsOf(document);
    expect(setup && document.getText(setup.range)).toBe('"setup": {\n    "type": "TOKEN"\n  }');
    expect(setup && document.getText(setup.selectionRange)).toBe('"setup"');
  });
});

describe("folding ranges", () => {
  it("folds objects and arrays up to the line before the closing bracket", () => {
    const document = documentOf('{\n  "setup": {\n    "x": [\n      1\n    ],\n    "y": 1\n  }\n}');
    expect(foldsOf(document, vscode)).toEqual([
      { startLine: 0, endLine: 6 },
      { startLine: 1, endLine: 5 },
      { startLine: 2, endLine: 3 },
    ]);
  });

  it("folds comments that follow each other, and block comments", () => {
    const document = documentOf('// a\n// b\n\n/* c\n d */\n{ "x": 1 }');
    expect(foldsOf(document, vscode)).toEqual([
      { startLine: 0, endLine: 1, kind: "comment" },
      { startLine: 3, endLine: 4, kind: "comment" },
    ]);
  });

  it("gives characters to a client that folds them", () => {
    expect(foldsOf(documentOf('{\n"x": 1 }'), plain)).toEqual([
      { startLine: 0, startCharacter: 1, endLine: 1, endCharacter: 7 },
    ]);
  });

  it("keeps the outermost of too many", () => {
    const document = documentOf('{\n"x": {\n"y": {\n"z": 1\n}\n}\n}');
    expect(
      foldsOf(document, {
        capabilities: { textDocument: { foldingRange: { rangeLimit: 1, lineFoldingOnly: true } } },
        options: {},
      }),
    ).toEqual([{ startLine: 0, endLine: 5 }]);
  });

  it("copes with brackets that match nothing", () => {
    expect(foldsOf(documentOf("]}\n{\n[\n}"), vscode)).toEqual([]);
  });
});

describe("selection ranges", () => {
  const grown = (text: string): readonly string[] => {
    const { document, cursor } = documentWithCursor(text);
    const texts: string[] = [];
    for (
      let selection = selectionAt(document, document.positionAt(cursor)),
        rest: typeof selection | undefined = selection;
      rest;
      rest = rest.parent
    )
      texts.push(document.getText(rest.range));
    return texts;
  };

  it("grows from a text to the file", () => {
    expect(grown(' { "setup": { "type": "TO|KEN" } }')).toEqual([
      "TOKEN",
      '"TOKEN"',
      '"type": "TOKEN"',
      ' "type": "TOKEN" ',
      '{ "type": "TOKEN" }',
      '"setup": { "type": "TOKEN" }',
      ' "setup": { "type": "TOKEN" } ',
      '{ "setup": { "type": "TOKEN" } }',
      ' { "setup": { "type": "TOKEN" } }',
    ]);
  });

  it("has the whole text at least", () => {
    expect(grown("  |  ")).toEqual(["    "]);
    expect(grown("|")).toEqual([""]);
  });
});

describe("document links", () => {
  it.each([
    [
      "addresses that are no secrets",
      '"type": "API_KEY", "api_key": "k", "base_url": "https://x.example.com/api"',
      ["https://x.example.com/api → https://x.example.com/api"],
    ],
    ["no address that is a secret", '"type": "WEBHOOK", "url": "https://hooks.example.com/secret"', []],
    ["nothing that is no https address", '"type": "API_KEY", "api_key": "k", "base_url": "command:x"', []],
    ["nothing with a reference", '"type": "API_KEY", "api_key": "k", "base_url": "https://${env:HOST}/"', []],
    ["no schema", '"$schema": "https://x.example.com/s.json"', []],
    [
      "the files of references, beside the document",
      '"type": "KEY_PAIR", "private_key": "${file:keys/a b#1.pem}", "public_key": "${file:../p.pem}"',
      ["keys/a b#1.pem → file:///workspace/keys/a%20b%231.pem", "../p.pem → file:///p.pem"],
    ],
    ["no absolute path", '"type": "TOKEN", "token": "${file:/etc/passwd}${file:C:/x}${file://host/x}"', []],
    ["no other kind of reference", '"type": "TOKEN", "token": "${env:A}"', []],
  ])("link %s", (_, properties, links) => {
    const document = documentOf(`{ ${properties} }`);
    const found = linksIn(document).map(({ range, target }) => `${document.getText(range)} → ${target ?? ""}`);
    expect(found).toEqual(links);
  });

  it("link no file out of the workspace folder", () => {
    const document = documentOf(
      '{ "type": "KEY_PAIR", "private_key": "${file:keys/a.pem}", "public_key": "${file:../p.pem}" }',
    );
    expect(linksIn(document, "/workspace").map(({ target }) => target)).toEqual(["file:///workspace/keys/a.pem"]);
  });
});

describe("inlay hints", () => {
  it.each([
    ["the set of fields", '"api_key": "k", "base_url": "https://x.example.com"', [[19, "API key with base URL"]]],
    ["another set of fields", '"secret_key": "k"', [[19, "secret key"]]],
    ["nothing where sets conflict", '"base_url": "https://x.example.com", "secret_key": "x", "api_key": "y"', []],
  ])("name after API_KEY %s", (_, properties, hints) => {
    const document = documentOf(`{ "type": "API_KEY", ${properties} }`);
    const found = hintsIn(document, wholeOf(document));
    expect(found.map(({ position, label }) => [position.character, label])).toEqual(hints);
  });

  it("name nothing after other types, nor while the set is open, and keep to the range that is shown", () => {
    for (const text of ['{ "type": "BEARER", "token": "k" }', '{ "type": "API_KEY" }'])
      expect(hintsIn(documentOf(text), wholeOf(documentOf(text)))).toEqual([]);
    const document = documentOf('{\n"type": "API_KEY",\n"api_key": "k"\n}');
    expect(hintsIn(document, { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } })).toEqual([]);
  });
});
