import { describe, expect, it } from "vitest";
import { frame, Wire, type Message } from "./wire.js";

const URI = "file:///somewhere/a.vaultconn.json";
const EVERYTHING = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
    codeLens: { refreshSupport: true },
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
    await using wire = await Wire.start(EVERYTHING, { names: true, connections: true, fileState: true });
    open(wire, TEXT);
    const position = { line: 0, character: 8 };
    wire.send({ id: 1, method: "textDocument/completion", params: { textDocument: { uri: URI }, position } });
    wire.send({ id: 2, method: "textDocument/codeLens", params: { textDocument: { uri: URI } } });
    wire.send({ method: "vaultconn/fileStateChanged" });
    wire.send({ method: "vaultconn/namesChanged" });
    const asked = [
      "client/registerCapability",
      "workspace/configuration",
      "vaultconn/names",
      "vaultconn/connections",
      "vaultconn/fileState",
      "workspace/codeLens/refresh",
    ];
    for (const method of asked) await wire.message((message) => message.method === method);
    for (const { id, method } of wire.received) if (method) wire.send({ id, result: null });
    await wire.message(({ method }) => method === "workspace/diagnostic/refresh");
    const requests = wire.received.filter(({ id, method }) => id !== undefined && method !== undefined);
    expect(requests.length).toBeGreaterThan(asked.length);
    const lists = requests.filter(({ params }) => Array.isArray(params) || params === null);
    expect(lists).toEqual([]);
  });
});

describe("after a frame", () => {
  const sound = { id: 1, method: "vaultconn/inspect", params: { uri: "file:///nowhere" } };
  const open = '{"jsonrpc":"2.0","method":"$/x","params":{"text":"';
  it.each<[string, string | Buffer]>([
    ["with a negative length", "Content-Length: -5\r\n\r\n"],
    ["with a negative length and a body", 'Content-Length: -2\r\n\r\n{"a": 1}'],
    ["with a length that is no number", "Content-Length: x\r\n\r\n{}"],
    ["without a length", "Content-Type: x\r\n\r\n{}"],
    ["with a line that is no header", "Content-Length: 2\r\nnonsense\r\n\r\n{}"],
    ["with a length of nothing", "Content-Length: 0\r\n\r\n"],
    ["that is shorter than it says", `Content-Length: 400\r\n\r\n${open}`],
    ["that is shorter than it says by a few bytes", 'Content-Length: 14\r\n\r\n{"a": true}'],
    ["that is far shorter than it says", `Content-Length: 99999999999999\r\n\r\n${open}`],
    ["that is longer than it says", 'Content-Length: 5\r\n\r\n{"a": "some text behind"}'],
    ["that breaks off in its header", "Content-Len"],
    ["that breaks off behind its header", "Content-Length: 20\r\n\r\n"],
    ["that is no JSON", "Content-Length: 5\r\n\r\n{oops"],
    ["that is no message", "Content-Length: 2\r\n\r\n[]"],
    ["that is null", "Content-Length: 4\r\n\r\nnull"],
    ["of bytes that are no text", Buffer.from([0xff, 0xfe, 0, 13, 10, 13, 10, 200])],
    ["of many lines", "x\r\n\r\n".repeat(5000)],
  ])("%s the next one is answered", async (_, broken) => {
    await using wire = await Wire.start({});
    wire.write(broken);
    wire.send(sound);
    expect(await wire.message(({ id }) => id === 1)).toMatchObject({ result: null });
  });

  it("that arrives byte by byte the next one is answered", async () => {
    await using wire = await Wire.start({});
    for (const byte of Buffer.from(`Content-Length: 30\r\n\r\n{"a": 1}${frame(sound)}`)) {
      wire.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    expect(await wire.message(({ id }) => id === 1)).toMatchObject({ result: null });
  });

  it("that holds the words of a header in its text all is well", async () => {
    await using wire = await Wire.start({});
    const text = `{"name": "Content-Length: 5\\r\\n\\r\\n.", "x": 1} // Content-Length: 5\n`;
    const textDocument = { uri: URI, languageId: "vaultconn", version: 1, text };
    wire.send({ method: "textDocument/didOpen", params: { textDocument } });
    const { params } = await wire.message(({ method }) => method === "textDocument/publishDiagnostics");
    expect(params).toMatchObject({ diagnostics: [{ code: "unknown-property" }] });
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
