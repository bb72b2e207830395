import { describe, expect, it } from "vitest";
import { Session, type Options } from "./session.js";

const URI = "file:///somewhere/a.vaultconn.json";
const EVERYTHING: Options = {
  capabilities: {
    workspace: {
      configuration: true,
      didChangeConfiguration: { dynamicRegistration: true },
      didChangeWatchedFiles: { dynamicRegistration: true },
      diagnostics: { refreshSupport: true },
    },
    textDocument: { diagnostic: {} },
    window: { workDoneProgress: true },
  },
  initializationOptions: { names: true, connections: true },
};
const TEXT =
  '{"id": "", "setup": {"type": "BASIC_AUTH", "username": "${env:A}", "password": "s3cr3t", "x": "${file:a}"}}';

/** Sends messages that the server reads at once, as fast as someone types. */
async function atOnce<Result>({ process }: Session, send: () => Promise<Result>): Promise<Result> {
  process.kill("SIGSTOP");
  const sent = send();
  // What is written to a pipe is there once the next turn of the loop has come.
  await new Promise(setImmediate);
  process.kill("SIGCONT");
  return sent;
}

describe("the server's requests to its client", () => {
  it("have an object or nothing as parameters, never an array", async () => {
    let written = "";
    const asked = ["workspace/configuration", "vaultconn/names", "vaultconn/connections"];
    const answers = Object.fromEntries(asked.map((method) => [method, () => null]));
    await using session = await Session.start({ ...EVERYTHING, answers });
    session.process.stdout?.on("data", (chunk: Buffer) => (written += chunk.toString()));
    await session.open(URI, TEXT);
    const position = { line: 0, character: 8 };
    await session.request("textDocument/completion", { textDocument: { uri: URI }, position });
    await session.notify("vaultconn/namesChanged", undefined);
    await session.until(() => session.refreshes > 0);
    const requests = [...written.matchAll(/"id":\d+,"method":"([^"]+)"(?:,"params":(.))?/g)];
    expect(requests.map(([, method]) => method)).toEqual(expect.arrayContaining(asked));
    expect(requests.filter(([, , params = "{"]) => params !== "{")).toEqual([]);
  });
});

describe("a keystroke", () => {
  it("sends no requests until edits pause", async () => {
    const asked: unknown[] = [];
    const names = (params: { readonly among?: readonly string[] }) => (asked.push(params.among), { names: [] });
    await using session = await Session.start({ ...EVERYTHING, answers: { "vaultconn/names": names } });
    await session.open(URI, '{"setup": {"type": "BEARER", "token": "${file:a}"}}');
    await expect.poll(() => asked).toEqual([["a"]]);
    const typed = ["b", "bb", "bbb"].map((name) => `{"setup": {"type": "BEARER", "token": "\${file:${name}}"}}`);
    await atOnce(session, () => Promise.all(typed.map((text) => session.change(URI, text))));
    await expect.poll(() => asked).toEqual([["a"], ["bbb"]]);
  });
});

describe("a request that an edit overtakes", () => {
  const OLD = '{"setup": {"type": "BEARER", "token": "s3cr3t", "wrong": 1}}\n';
  const NEW = '{"setup": {"type": "BEARER", "token": "${env:T}"}}';
  const at = { textDocument: { uri: URI }, position: { line: 0, character: 20 } };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 40 } };
  const REQUESTS: readonly (readonly [method: string, params: object])[] = [
    ["textDocument/hover", at],
    ["textDocument/completion", at],
    ["textDocument/documentSymbol", at],
    ["textDocument/foldingRange", at],
    ["textDocument/formatting", { ...at, options: { tabSize: 2, insertSpaces: true } }],
    ["textDocument/documentLink", at],
    ["textDocument/inlayHint", { ...at, range }],
    ["textDocument/selectionRange", { ...at, positions: [at.position] }],
    ["textDocument/codeAction", { ...at, range, context: { diagnostics: [] } }],
    ["textDocument/diagnostic", at],
    ["vaultconn/inspect", { uri: URI }],
  ];

  it("is answered for the new text, or with an error", async () => {
    await using session = await Session.start({
      capabilities: { textDocument: { diagnostic: {} }, workspace: { configuration: true } },
      answers: { "workspace/configuration": () => [null] },
    });
    await session.open(URI, OLD);
    for (const [method, params] of REQUESTS) {
      await session.change(URI, OLD);
      const [answer] = await atOnce(session, () => {
        const overtaken = session.request(method, params).catch((error: unknown) => error);
        return Promise.all([overtaken, session.change(URI, NEW)]);
      });
      if (answer instanceof Error) expect(answer, method).toMatchObject({ code: -32_801 });
      else expect(messageOf(answer), method).toBe(messageOf(await session.request(method, params)));
    }
  });

  /** An answer without what counts changes and answers. */
  function messageOf(answer: unknown): string {
    return JSON.stringify(answer, (key, value: unknown) => (key === "resultId" ? undefined : value));
  }
});
