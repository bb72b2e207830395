import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import type { NamesParams } from "../../server/protocol/messages.js";
import { codes, PULLING, Session } from "./session.js";

const URI = "file:///somewhere/a.vaultconn.json";
const NULLS = {
  textDocument: { diagnostic: null, hover: null, foldingRange: null, completion: { completionItem: null } },
  workspace: { workspaceEdit: null, diagnostics: null },
};

describe("a session", () => {
  it("begins with the server's capabilities, such as pulled diagnostics", async () => {
    await using simple = new Session();
    const { capabilities, serverInfo } = await simple.initialize({});
    expect(serverInfo?.name).toBe("vaultconn");
    expect(capabilities.textDocumentSync).toEqual({ openClose: true, change: 2, save: true });
    expect(capabilities.diagnosticProvider).toBeUndefined();
    await using pulling = await Session.start({ capabilities: PULLING });
    const { diagnosticProvider, workspace } = pulling.capabilities ?? {};
    expect(diagnosticProvider).toMatchObject({ interFileDependencies: true, workspaceDiagnostics: true });
    expect(workspace?.workspaceFolders).toEqual({ supported: true, changeNotifications: true });
  });

  it.each<[string, number, (session: Session) => unknown]>([
    ["after shutdown and exit", 0, (session) => session.stop()],
    ["on exit without shutdown", 1, (session) => session.notify("exit", undefined)],
    ["when the client closes the pipe", 1, ({ process }) => process.stdin?.end()],
  ])("ends %s, with code %i", async (_, code, end) => {
    await using session = await Session.start();
    const exited = once(session.process, "exit");
    await end(session);
    expect(await exited).toEqual([code, null]);
  });

  it("is initialized once, and refuses requests before that", async () => {
    await using session = new Session();
    await expect(session.request("textDocument/hover", {})).rejects.toMatchObject({ code: -32_002 });
    await expect(session.request("shutdown", undefined)).rejects.toMatchObject({ code: -32_002 });
    await session.initialize({});
    await expect(session.initialize({})).rejects.toThrow("already initialized");
    await expect(session.request("workspace/nonsense", {})).rejects.toMatchObject({ code: -32_601 });
    await session.open(URI, "{}");
    expect(codes(await session.diagnostics(URI))).toEqual(["nothing-to-update"]);
  });

  it("answers nothing after shutdown, and ends with exit", async () => {
    await using session = await Session.start();
    await session.open(URI, "{}");
    await session.diagnostics(URI);
    expect(await session.request("shutdown", undefined)).toBeNull();
    for (const method of ["textDocument/foldingRange", "vaultconn/inspect", "workspace/nonsense", "shutdown"])
      await expect(session.request(method, undefined)).rejects.toMatchObject({ code: -32_600 });
    const exited = once(session.process, "exit");
    await session.notify("exit", undefined);
    expect(await exited).toEqual([0, null]);
  });

  it.each<[string, object]>([
    ["no capabilities", { processId: null, rootUri: null }],
    ["null for them", { processId: null, capabilities: null, workspaceFolders: null, initializationOptions: null }],
    ["null for each", { processId: null, capabilities: NULLS }],
    ["nothing at all", {}],
  ])("works for a client that sends %s", async (_, params) => {
    await using session = new Session();
    await session.request("initialize", params);
    await session.notify("initialized", {});
    await session.open(URI, "{}");
    expect(codes(await session.diagnostics(URI))).toEqual(["nothing-to-update"]);
  });
});

describe("a late response", () => {
  const another = { uri: URI, languageId: "vaultconn", version: 1, text: "{}" };

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ["has changed", (session) => session.change(URI, "{}")],
    [
      "was closed, even if another one opens",
      (session) => session.close(URI).then(() => session.notify("textDocument/didOpen", { textDocument: another })),
    ],
  ])("is dropped if the document %s", async (_, overtake) => {
    const waiting: ((names: object) => void)[] = [];
    const names = ({ among }: NamesParams): object =>
      among ? new Promise<object>((resolve) => waiting.push(resolve)) : { names: ["A"] };
    await using session = await Session.start({
      initializationOptions: { names: true },
      answers: { "vaultconn/names": names },
    });
    await session.open(URI, '{"name": "${env:A}"}');
    const at = { textDocument: { uri: URI }, position: { line: 0, character: 14 } };
    const hover = session.request("textDocument/hover", at);
    await expect.poll(() => waiting.length).toBe(1);
    await overtake(session);
    await session.diagnostics(URI, (found) => codes(found).includes("nothing-to-update"));
    waiting[0]?.({ names: ["A"] });
    await expect(hover).rejects.toMatchObject({ code: -32_801 });
  });
});

describe("bad input", () => {
  it("doesn't stop the server", async () => {
    await using session = await Session.start({ capabilities: PULLING });
    const notifications = [
      "textDocument/didOpen",
      "textDocument/didChange",
      "textDocument/didClose",
      "workspace/didChangeWatchedFiles",
      "workspace/didChangeConfiguration",
      "workspace/didChangeWorkspaceFolders",
      "vaultconn/namesChanged",
      "$/setTrace",
      "$/cancelRequest",
    ];
    const requests = ["textDocument/diagnostic", "workspace/diagnostic", "vaultconn/inspect"];
    for (const params of [
      {},
      null,
      [1],
      { textDocument: null },
      { textDocument: { uri: 5 } },
      { changes: 5 },
      { settings: { vaultconn: 5 } },
      { event: {} },
      { uri: "no uri at all" },
      { uri: "file:///%ZZ" },
    ]) {
      for (const method of notifications) await session.notify(method, params);
      for (const method of requests) await session.request(method, params).catch(() => undefined);
    }
    await session.open(URI, "{}");
    expect(await session.request("textDocument/diagnostic", { textDocument: { uri: URI } })).toMatchObject({
      items: [{ code: "nothing-to-update" }],
    });
  });

  it("never puts a text into the log", async () => {
    await using session = await Session.start();
    const canary = "canary-4711";
    await session.open(URI, `{"setup": {"type": "BEARER", "token": "${canary}"}}`);
    await session.notify("textDocument/didChange", {
      textDocument: { uri: URI, version: 9 },
      contentChanges: [{ text: 5, canary }],
    });
    await session.notify("textDocument/didOpen", { textDocument: { uri: 5, version: canary, text: [canary] } });
    const body = JSON.stringify({ jsonrpc: "2.0", neither: "request nor response", canary });
    session.process.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await session.until(() => session.logged.length >= 2);
    await session.diagnostics(URI);
    expect(session.logged.join("\n")).not.toContain(canary);
    expect(JSON.stringify([...session.published.values()])).not.toContain(canary);
  });
});

describe("a canceled request", () => {
  it("is answered with its error code", async () => {
    await using session = await Session.start({ capabilities: PULLING });
    await session.open(URI, "{}");
    const source = new CancellationTokenSource();
    // The server reads both at once; given the request alone it may well come before the cancelling.
    session.process.kill("SIGSTOP");
    const reply = session.connection.sendRequest(
      "textDocument/diagnostic",
      { textDocument: { uri: URI } },
      source.token,
    );
    source.cancel();
    const refused = expect(reply).rejects.toMatchObject({ code: -32_800 });
    await session.notify("$/setTrace", { value: "off" });
    session.process.kill("SIGCONT");
    await refused;
    expect(await session.request("textDocument/diagnostic", { textDocument: { uri: URI } })).toMatchObject({
      kind: "full",
    });
  });
});
