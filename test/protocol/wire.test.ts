import { describe, expect, it } from "vitest";
import { frame, Wire, type Message } from "./wire.js";

const URI = "file:///somewhere/a.vaultconn.json";
const EVERYTHING = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: { diagnostic: {} },
  window: { workDoneProgress: true },
};
const TEXT =
  '{"id": "", "setup": {"type": "BASIC_AUTH", "username": "${env:A}", "password": "s3cr3t", "x": "${file:a}"}}';

function open(wire: Wire, text: string): void {
  const textDocument = { uri: URI, languageId: "vaultconn", version: 1, text };
  wire.send({ method: "textDocument/didOpen", params: { textDocument } });
}

describe("what the server asks its client", () => {
  it("carries an object or nothing, never a list", async () => {
    await using wire = await Wire.start(EVERYTHING, { names: true, connections: true });
    open(wire, TEXT);
    const position = { line: 0, character: 8 };
    wire.send({ id: 1, method: "textDocument/completion", params: { textDocument: { uri: URI }, position } });
    wire.send({ method: "vaultconn/namesChanged" });
    const asked = ["client/registerCapability", "workspace/configuration", "vaultconn/names", "vaultconn/connections"];
    for (const method of asked) await wire.message((message) => message.method === method);
    for (const { id, method } of wire.received) if (method) wire.send({ id, result: null });
    await wire.message(({ method }) => method === "workspace/diagnostic/refresh");
    const requests = wire.received.filter(({ id, method }) => id !== undefined && method !== undefined);
    expect(requests.length).toBeGreaterThan(asked.length);
    const lists = requests.filter(({ params }) => Array.isArray(params) || params === null);
    expect(lists).toEqual([]);
  });
});

describe("a keystroke", () => {
  it("asks the client for nothing, and what was typed is asked for once edits rest", async () => {
    await using wire = await Wire.start(EVERYTHING, { names: true, connections: true });
    open(wire, '{"setup": {"type": "BEARER", "token": "${file:a}"}}');
    const asks = ({ id, method }: Message): boolean => id !== undefined && method === "vaultconn/names";
    await wire.message(asks);
    const typed = [2, 3, 4].map((version) => {
      const text = `{"setup": {"type": "BEARER", "token": "\${file:${"b".repeat(version)}}"}}`;
      return {
        method: "textDocument/didChange",
        params: { textDocument: { uri: URI, version }, contentChanges: [{ text }] },
      };
    });
    wire.write(typed.map((message) => frame(message)).join(""));
    await wire.message((message) => asks(message) && JSON.stringify(message.params).includes("bbbb"));
    expect(wire.received.filter(asks).map(({ params }) => params)).toMatchObject([
      { among: ["a"] },
      { among: ["bbbb"] },
    ]);
  });
});

describe("a request that an edit has overtaken", () => {
  const NEW = '{"setup": {"type": "BEARER", "token": "${env:T}"}}';
  const at = { textDocument: { uri: URI }, position: { line: 0, character: 20 } };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 40 } };
  const options = { tabSize: 2, insertSpaces: true };
  const REQUESTS: readonly (readonly [method: string, params: object])[] = [
    ["textDocument/hover", at],
    ["textDocument/completion", at],
    ["textDocument/documentSymbol", at],
    ["textDocument/foldingRange", at],
    ["textDocument/formatting", { ...at, options }],
    ["textDocument/documentLink", at],
    ["textDocument/inlayHint", { ...at, range }],
    ["textDocument/selectionRange", { ...at, positions: [at.position] }],
    ["textDocument/codeAction", { ...at, range, context: { diagnostics: [] } }],
    ["textDocument/diagnostic", at],
    ["vaultconn/inspect", { uri: URI }],
  ];

  it.each(REQUESTS)("%s is answered about the new text, or told so", async (method, params) => {
    await using wire = await Wire.start({ textDocument: { diagnostic: {} }, workspace: { configuration: true } });
    open(wire, '{"setup": {"type": "BEARER", "token": "s3cr3t", "wrong": 1}}\n');
    const change = { textDocument: { uri: URI, version: 2 }, contentChanges: [{ text: NEW }] };
    wire.write(
      frame({ id: "overtaken", method, params }) + frame({ method: "textDocument/didChange", params: change }),
    );
    const overtaken = await wire.message(({ id }) => id === "overtaken");
    wire.send({ id: "after", method, params });
    const after = await wire.message(({ id }) => id === "after");
    expect(after.error).toBeUndefined();
    if (overtaken.error) expect(overtaken.error.code).toBe(-32_801);
    else expect(withoutId(overtaken)).toEqual(withoutId(after));
  });

  function withoutId({ result }: Message): unknown {
    return result;
  }
});
