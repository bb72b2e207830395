import { rm } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type {
  ClientCapabilities,
  Location,
  RegistrationParams,
  SymbolInformation,
  WorkspaceEdit,
} from "vscode-languageserver";
import { applied, root, uriOf, useFolder, writeFiles } from "../../unit/folder.js";
import { Session, type Options } from "../session.js";

useFolder();

function start(options: Options = {}): Promise<Session> {
  return Session.start({ folders: [uriOf()], ...options });
}

const ASKING: ClientCapabilities = {
  workspace: { fileOperations: { willRename: true }, workspaceEdit: { documentChanges: true } },
};

/** The files, and the references in those that have any. */
const MOVED = {
  "keys/a.pem": "key",
  "keys/deep/b.pem": "key",
  "keys2/c.pem": "key",
  "team/k.pem": "key",
  "one.vaultconn.json": referring("file:keys/a.pem file:./keys/deep/b.pem file:keys2/c.pem file:none.pem"),
  "team/two.vaultconn.json": referring("file:../keys/a.pem file:k.pem secret:keys"),
};

function referring(references: string): string {
  return JSON.stringify({ name: references.replaceAll(/\S+/g, "${$&}") });
}

describe("moved files", () => {
  it.each<[what: string, renames: Record<string, string>, one?: string | undefined, two?: string]>([
    [
      "a file gets another name",
      { "keys/a.pem": 'keys/"b"-é.pem' },
      'file:keys/"b"-é.pem file:./keys/deep/b.pem file:keys2/c.pem file:none.pem',
      'file:../keys/"b"-é.pem file:k.pem secret:keys',
    ],
    [
      "a folder gets another place, and another whose name begins the same stays",
      { keys: "team/keys" },
      "file:team/keys/a.pem file:./team/keys/deep/b.pem file:keys2/c.pem file:none.pem",
      "file:keys/a.pem file:k.pem secret:keys",
    ],
    [
      "a setup file goes deeper, and a path to nothing unchanged",
      { "one.vaultconn.json": "team/deep/one.vaultconn.json" },
      "file:../../keys/a.pem file:../../keys/deep/b.pem file:../../keys2/c.pem file:none.pem",
    ],
    [
      "a folder with setup files goes deeper: what is inside it keeps its way",
      { team: "all/teams/team" },
      undefined,
      "file:../../../keys/a.pem file:k.pem secret:keys",
    ],
    [
      "a file and its setup file move together",
      { "team/two.vaultconn.json": "x/two.vaultconn.json", "team/k.pem": "x/k.pem" },
    ],
    ["a name that no reference can hold", { "keys/a.pem": "keys/a}.pem" }],
    ["something nobody refers to", { other: "another" }],
  ])("have the references to them updated: %s", async (_, renames, one, two) => {
    writeFiles(MOVED);
    await using session = await start({ capabilities: ASKING });
    const files = Object.entries(renames).map(([from, to]) => ({ oldUri: uriOf(from), newUri: uriOf(to) }));
    const edit = await session.request<WorkspaceEdit | null>("workspace/willRenameFiles", { files });
    const changed = { "one.vaultconn.json": one, "team/two.vaultconn.json": two };
    const expected = Object.entries(changed).flatMap(([name, found]) => (found ? [[name, referring(found)]] : []));
    expect(applied(edit)).toEqual(Object.fromEntries(expected));
    for (const change of edit?.documentChanges ?? []) expect(change).toMatchObject({ textDocument: { version: null } });
  });
});

describe("a rename over many files", () => {
  const TEXT = '{ "name": "${secret:KEY}" }';
  const position = { line: 0, character: 22 };

  function rename(session: Session, name: string): Promise<WorkspaceEdit> {
    return session.request("textDocument/rename", { textDocument: { uri: uriOf(name) }, position, newName: "NEW" });
  }

  it("changes a file that changed on disk, and leaves out a deleted one", async () => {
    writeFiles({ "a.vaultconn.json": TEXT, "b.vaultconn.json": TEXT, "c.vaultconn.json": TEXT });
    await using session = await start({ capabilities: ASKING });
    await session.open(uriOf("a.vaultconn.json"), TEXT);
    const textDocument = { uri: uriOf("a.vaultconn.json") };
    const references = { textDocument, position, context: { includeDeclaration: false } };
    expect(await session.request("textDocument/references", references)).toHaveLength(3);
    const changed = `// one line more\n${TEXT}`;
    writeFiles({ "b.vaultconn.json": changed });
    await rm(path.join(root, "c.vaultconn.json"));
    const edit = await rename(session, "a.vaultconn.json");
    expect(applied(edit)).toEqual({
      "a.vaultconn.json": TEXT.replace("KEY", "NEW"),
      "b.vaultconn.json": changed.replace("KEY", "NEW"),
    });
  });

  it("is for the current versions of open documents", async () => {
    writeFiles({ "a.vaultconn.json": TEXT, "b.vaultconn.json": TEXT });
    await using session = await start({ capabilities: ASKING });
    await session.open(uriOf("a.vaultconn.json"), TEXT);
    await session.open(uriOf("b.vaultconn.json"), TEXT);
    const version = await session.change(uriOf("b.vaultconn.json"), `\n${TEXT}`);
    const edit = await rename(session, "a.vaultconn.json");
    expect(edit.documentChanges).toEqual([
      expect.objectContaining({ textDocument: { uri: uriOf("a.vaultconn.json"), version: 1 } }),
      {
        textDocument: { uri: uriOf("b.vaultconn.json"), version },
        edits: [{ range: { start: { line: 1, character: 20 }, end: { line: 1, character: 23 } }, newText: "NEW" }],
      },
    ]);
  });

  it("leaves files outside the open folders alone, and names them", async () => {
    writeFiles({ "inside/a.vaultconn.json": TEXT, "outside/b.vaultconn.json": TEXT });
    const messages: string[] = [];
    await using session = await start({
      folders: [uriOf("inside")],
      answers: { "window/showMessage": ({ message }: { message: string }) => messages.push(message) },
    });
    await session.open(uriOf("inside/a.vaultconn.json"), TEXT);
    await session.open(uriOf("outside/b.vaultconn.json"), TEXT);
    const edit = await rename(session, "inside/a.vaultconn.json");
    expect(Object.keys(edit.changes ?? {})).toEqual([uriOf("inside/a.vaultconn.json")]);
    expect(messages).toEqual(["Files outside the open folders still refer to KEY: b.vaultconn.json"]);
  });
});

describe("workspace symbols", () => {
  const FILES = {
    ".env": "TITLE=canary-value\nUNUSED=canary-other\n",
    "a.vaultconn.json":
      '{ "id": "ac_1", "tenant": "acme.example.com", "name": "Salesforce EU", "setup": { "type": "BEARER", "token": "${secret:SALES_KEY}" } }',
    "b.vaultconn.json": '{ "id": "ac_2", "setup": { "type": "BEARER", "token": "canary-plain ${env:SALES_ENV}" } }',
    "deep/third.vaultconn.json": '{ "type": "BEARER", "token": "${secret:SALES_KEY}${env:TITLE}${op:Team/sales}" }',
  };
  const ALL = ["Salesforce EU", "ac_2", "third", "SALES_KEY", "TITLE", "UNUSED", "SALES_ENV", "op:Team/sales"];

  it("fit the query, are never values, and are where they're set or first used", async () => {
    let asked = "";
    writeFiles(FILES);
    await using session = await start({
      initializationOptions: { settings: { envFile: ".env" }, connections: true },
      answers: {
        "vaultconn/connections": () => ({
          connections: asked === "warehouse" ? [{ id: "ac_1", name: "Salesforce EU", app: "WAREHOUSE" }] : [],
          tenants: [],
          incomplete: false,
        }),
      },
    });
    const found: Record<string, readonly string[]> = {};
    const expected = {
      "": ALL,
      sales: ["Salesforce EU", "SALES_ENV", "SALES_KEY", "op:Team/sales"],
      "op:": ["op:Team/sales"],
      sfeu: ["Salesforce EU"],
      ACME: ["Salesforce EU"],
      ac_2: ["ac_2"],
      third: ["third"],
      unused: ["UNUSED"],
      canary: [],
      warehouse: ["Salesforce EU"],
    };
    for (const query of Object.keys(expected)) {
      asked = query;
      const symbols = await session.request<SymbolInformation[]>("workspace/symbol", { query });
      found[query] = symbols.map(({ name }) => name).sort();
      expect(JSON.stringify(symbols)).not.toContain("canary");
    }
    expect(found).toEqual({ ...expected, "": ALL.toSorted(), sales: expected.sales.toSorted() });
    const all = await session.request<SymbolInformation[]>("workspace/symbol", { query: "" });
    const places = all.map(({ name, location: { uri, range } }) => {
      const { line, character } = range.start;
      return [name, `${path.basename(uri)}:${line}:${character}`];
    });
    expect(Object.fromEntries(places)).toMatchObject({
      "Salesforce EU": `a.vaultconn.json:0:${FILES["a.vaultconn.json"].indexOf('"Salesforce')}`,
      ac_2: "b.vaultconn.json:0:8",
      third: "third.vaultconn.json:0:0",
      TITLE: ".env:0:0",
      SALES_ENV: `b.vaultconn.json:0:${FILES["b.vaultconn.json"].indexOf("SALES_ENV")}`,
      SALES_KEY: `a.vaultconn.json:0:${FILES["a.vaultconn.json"].indexOf("SALES_KEY")}`,
    });
  });
});

describe("a client that opens other documents on request", () => {
  it("is asked for the .env file, and again when the setting changes", async () => {
    writeFiles({ "a.vaultconn.json": '{ "name": "${env:A}" }', "vars/x[1].txt": "A=1\n" });
    let envFile = "${workspaceFolder}/vars/x[1].txt";
    const gone: string[] = [];
    await using session = await start({
      capabilities: {
        workspace: { configuration: true },
        textDocument: { synchronization: { dynamicRegistration: true }, references: { dynamicRegistration: true } },
      },
      answers: {
        "workspace/configuration": ({ items }: { items: { section: string }[] }) =>
          items.map(({ section }) => (section === "vaultconn.envFile" ? envFile : null)),
        "client/unregisterCapability": ({ unregisterations }: { unregisterations: { method: string }[] }) =>
          void gone.push(...unregisterations.map(({ method }) => method)),
      },
    });
    const isReferences = ({ method }: RegistrationParams["registrations"][number]): boolean =>
      method === "textDocument/references";
    await session.until(() => session.registrations.some(isReferences));
    expect(session.registrations.find(isReferences)?.registerOptions).toEqual({
      documentSelector: [{ scheme: "file", pattern: path.join(root, "vars/x[[]1[]].txt") }],
    });
    // A document of any name and language isn't taken for a setup file then.
    await session.open(uriOf("vars/x[1].txt"), "A=1\n", "plaintext");
    const found = await session.request<Location[]>("textDocument/references", {
      textDocument: { uri: uriOf("vars/x[1].txt") },
      position: { line: 0, character: 0 },
      context: { includeDeclaration: false },
    });
    expect(found.map(({ uri }) => uri)).toEqual([uriOf("a.vaultconn.json")]);
    expect(session.published.has(uriOf("vars/x[1].txt"))).toBe(false);
    envFile = "";
    await session.notify("workspace/didChangeConfiguration", { settings: null });
    await expect.poll(() => gone).toContain("textDocument/references");
  });
});
