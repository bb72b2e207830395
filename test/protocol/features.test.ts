import { describe, expect, it } from "vitest";
import type { CodeAction, CompletionList, Hover } from "vscode-languageserver";
import { Session, TAKING, type Options } from "./session.js";

const URI = "file:///workspace/salesforce.vaultconn.json";
const START = { line: 0, character: 0 };

const ACME = { tenant: "acme.example.com", tenantName: "Acme" };
const ABLE: Options = {
  capabilities: {
    // It would rather count bytes.
    general: { positionEncodings: ["utf-8", "utf-16"] },
    workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } },
    textDocument: {
      ...TAKING,
      completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
      hover: { contentFormat: ["markdown"] },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    },
  },
  initializationOptions: {
    names: true,
    connections: true,
    commands: ["vaultconn.storeSecret"],
  },
  answers: {
    "vaultconn/names": ({ kind }: { kind: string }) => ({ names: [`A_${kind.toUpperCase()}`] }),
    "vaultconn/connections": () => ({
      connections: [{ id: "ac_1", name: "Salesforce", app: "SALESFORCE", ready: true, ...ACME }],
      tenants: [{ host: ACME.tenant, name: ACME.tenantName }],
      incomplete: false,
    }),
  },
};

const about = { textDocument: { uri: URI } };

/** A place in the one line of a document. */
function at(character: number): { readonly line: number; readonly character: number } {
  return { line: 0, character };
}

function completionsAt(session: Session, character: number): Promise<CompletionList> {
  return session.request("textDocument/completion", { ...about, position: at(character) });
}

function hoverAt(session: Session, character: number): Promise<Hover> {
  return session.request("textDocument/hover", { ...about, position: at(character) });
}

/** What can be done from the first character to another. */
function actionsUpTo<Action = CodeAction>(session: Session, character: number, context: object): Promise<Action[]> {
  const range = { start: START, end: at(character) };
  return session.request("textDocument/codeAction", { ...about, range, context: { diagnostics: [], ...context } });
}

function labels({ items }: CompletionList): readonly string[] {
  return items.map(({ label }) => label);
}

describe("a client with all capabilities", () => {
  it("gets completions with documentation, and is asked for names and connections", async () => {
    await using session = await Session.start(ABLE);
    await session.open(URI, '{ "setup": { "type": "BEARER",  } }');
    expect((await completionsAt(session, 31)).items).toMatchObject([
      { label: "token", documentation: { kind: "markdown" } },
    ]);
    await session.change(URI, '{ "id": "", "setup": { "type": "BEARER", "token": "" } }');
    expect(labels(await completionsAt(session, 9))).toEqual(["ac_1"]);
    expect(labels(await completionsAt(session, 51))).toContain("${secret:A_SECRET}");
    await session.change(URI, '{ "id": "ac_1" }');
    const hover = await hoverAt(session, 10);
    expect(JSON.stringify(hover.contents)).toContain("`Salesforce` · application `SALESFORCE`");
  });

  it("gets fixes for the diagnostic it was sent", async () => {
    await using session = await Session.start(ABLE);
    // Characters before the fault take one, two and more units in different encodings.
    const text = '{ "name": "é🎉", "setup": { "type": "BEARER", "tokne": "x" } }';
    await session.open(URI, text);
    const diagnostics = await session.diagnostics(URI, (sent) => sent.some(({ code }) => code === "unknown-property"));
    const [diagnostic] = diagnostics;
    const start = text.indexOf('"tokne"');
    expect(diagnostic?.range).toEqual({ start: at(start), end: at(start + 7) });
    const actions = await session.request<CodeAction[]>("textDocument/codeAction", {
      ...about,
      range: diagnostic?.range,
      context: { diagnostics, only: ["quickfix"] },
    });
    const [action] = actions;
    expect(action).toMatchObject({ title: 'Change to "token"', isPreferred: true, diagnostics: [diagnostic] });
    expect(action?.edit?.documentChanges).toEqual([
      { textDocument: { uri: URI, version: 1 }, edits: [{ range: diagnostic?.range, newText: '"token"' }] },
    ]);
    const all = await actionsUpTo(session, 0, { only: ["source.fixAll.vaultconn"] });
    expect(all.map(({ kind }) => kind)).toEqual(["source.fixAll.vaultconn"]);
  });

  it("gets a command instead of an edit for a secret", async () => {
    await using session = await Session.start(ABLE);
    await session.open(URI, '{ "type": "BEARER", "token": "canary" }');
    const actions = await actionsUpTo(session, 30, {});
    const move = actions.find(({ command }) => command?.command === "vaultconn.storeSecret");
    const place = { uri: URI, range: { start: at(29), end: at(37) } };
    expect(move?.command?.arguments).toEqual([{ name: "SALESFORCE_TOKEN", place }]);
    expect(JSON.stringify(actions)).not.toContain("canary");
  });

  it("gets each fix of repeated properties once, and only problems of large files", async () => {
    await using session = await Session.start(ABLE);
    const text = `{ ${'"name": "n", '.repeat(20_000)}"name": "m" }`;
    await session.open(URI, text);
    const diagnostics = await session.diagnostics(URI, (sent) => sent.length > 0);
    const actions = await actionsUpTo(session, text.length, {});
    expect(actions).toMatchObject([
      { title: 'Keep only the last "name"', diagnostics: { length: diagnostics.length } },
      { title: 'Keep only the first "name"', diagnostics: { length: diagnostics.length } },
    ]);
    await session.change(URI, text + " ".repeat(1024 * 1024));
    expect(await actionsUpTo(session, text.length, {})).toEqual([]);
    expect(await session.request("textDocument/documentSymbol", about)).toEqual([]);
    expect(await session.diagnostics(URI, (sent) => sent.length > 0)).toHaveLength(100);
  });

  it("gets symbols, folding ranges, and selection ranges", async () => {
    await using session = await Session.start(ABLE);
    const text =
      '{\n  "setup": {\n    "type": "API_KEY",\n    "api_key": "${file:a.pem}",\n    "base_url": "https://x.example.com"\n  }\n}';
    await session.open(URI, text);
    const end = { line: 6, character: 1 };
    const type = { start: { line: 2, character: 13 }, end: { line: 2, character: 20 } };
    const part = { start: { line: 2, character: 0 }, end: { line: 2, character: 9 } };
    const options = { tabSize: 4, insertSpaces: true };
    const folds = [
      { startLine: 0, endLine: 6 },
      { startLine: 1, endLine: 5 },
    ];
    for (const [question, params, answer] of [
      ["documentSymbol", {}, [{ children: [{ name: "type" }, { name: "api_key" }, { name: "base_url" }] }]],
      ["foldingRange", {}, folds],
      ["selectionRange", { positions: [{ line: 2, character: 14 }] }, [{ range: type }]],
      ["documentLink", {}, [{ target: "https://x.example.com" }, { target: "file:///workspace/a.pem" }]],
      ["inlayHint", { range: { start: START, end } }, [{ label: "API key with base URL" }]],
      ["formatting", { options }, { length: 5 }],
      ["formatting", { options: { tabSize: 1e9, insertSpaces: true } }, { length: 5 }],
      ["formatting", { options: { tabSize: -1, insertSpaces: true } }, { length: 5 }],
      ["rangeFormatting", { options, range: part }, { length: 1 }],
      ["onTypeFormatting", { options, position: end, ch: "}" }, { length: 1 }],
    ] as const)
      expect(await session.request(`textDocument/${question}`, { ...about, ...params }), question).toMatchObject(
        answer,
      );
  });
});

describe("a client with few capabilities", () => {
  it("gets plain text and plain edits, and isn't asked for anything", async () => {
    const asked: string[] = [];
    const answers = Object.fromEntries(
      ["vaultconn/names", "vaultconn/connections"].map((method) => [method, () => asked.push(method)]),
    );
    await using session = await Session.start({ answers });
    await session.open(URI, '{ "id": "ac_1", "setup": { "type": "BEARER" } }');
    const token = ', "token": "${secret:SALESFORCE_TOKEN}"';
    const list = await completionsAt(session, 43);
    expect(list.items.map(({ insertTextFormat }) => insertTextFormat)).toEqual([1]);
    expect(list.items.map(({ textEdit }) => textEdit?.newText)).toEqual([token]);
    const hover = await hoverAt(session, 10);
    expect(hover.contents).toMatchObject({ kind: "plaintext" });
    const actions = await actionsUpTo(session, 47, { only: ["quickfix"] });
    const inserted = { range: { start: at(43), end: at(43) }, newText: token };
    expect(actions.map(({ edit }) => edit)).toEqual([{ changes: { [URI]: [inserted] } }]);
    expect([asked, session.registrations, session.refreshes, session.logged]).toEqual([[], [], 0, []]);
  });
});
