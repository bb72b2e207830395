import { beforeEach, describe, expect, it } from "vitest";
import {
  ResponseError,
  type ClientCapabilities,
  type ConfigurationParams,
  type Diagnostic,
  type DocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { uriOf, useFolder, writeFiles } from "../unit/folder.js";
import { PULLING, Session } from "./session.js";

const SECRET = '{"setup": {"type": "BEARER", "token": "s3cr3t"}}';
const VALUES = { one: "error", two: "off", three: "information" } as const;
const SEVERITIES = { one: [1], two: [], three: [3] };
const CONFIGURING: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

useFolder();

let values: Record<string, string | null>;

beforeEach(() => {
  values = { ...VALUES };
  writeFiles(Object.fromEntries(Object.keys(VALUES).map((name) => [`${name}/a.vaultconn.json`, SECRET])));
});

/** Answers as an editor does: with the value of the folder that a file is in, and without a file with none. */
function configuration({ items }: ConfigurationParams): unknown[] {
  return items.map(({ scopeUri = "", section }) => {
    const folder = Object.keys(values).find((name) => scopeUri.startsWith(uriOf(name)));
    const value = folder === undefined ? null : values[folder];
    return section === "vaultconn.diagnostics" && value ? { plainTextSecret: value } : null;
  });
}

function severitiesOf(diagnostics: readonly Diagnostic[] = []): readonly unknown[] {
  return diagnostics.map(({ severity }) => severity);
}

describe("a setting with different values in three folders", () => {
  const folders = (): readonly string[] => Object.keys(VALUES).map((name) => uriOf(name));

  it("applies to files that are open or not, also after a change", async () => {
    const answers = { "workspace/configuration": configuration };
    await using session = await Session.start({ capabilities: CONFIGURING, folders: folders(), answers });
    const shown = (): object =>
      Object.fromEntries(
        Object.keys(VALUES).map((name) => [
          name,
          severitiesOf(session.published.get(uriOf(`${name}/a.vaultconn.json`))?.diagnostics),
        ]),
      );
    const until = (expected: object) => session.until(() => JSON.stringify(shown()) === JSON.stringify(expected));
    await until(SEVERITIES);
    for (const name of Object.keys(VALUES)) await session.open(uriOf(`${name}/a.vaultconn.json`), SECRET);
    await session.open(uriOf("three/new.vaultconn.json"), SECRET);
    await session.diagnostics(uriOf("three/new.vaultconn.json"), ([found]) => found?.severity === 3);
    values = { one: "warning", two: "nonsense", three: null };
    await session.notify("workspace/didChangeConfiguration", { settings: null });
    await until({ one: [2], two: [4], three: [4] });
  });

  it("applies to pulled diagnostics and to inspection", async () => {
    const answers = { "workspace/configuration": configuration };
    const capabilities = { ...PULLING, workspace: { ...PULLING.workspace, ...CONFIGURING.workspace } };
    await using session = await Session.start({ capabilities, folders: folders(), answers });
    for (const [name, expected] of Object.entries(SEVERITIES)) {
      const params = { textDocument: { uri: uriOf(`${name}/a.vaultconn.json`) } };
      expect(await session.request("vaultconn/inspect", { uri: uriOf(`${name}/a.vaultconn.json`) })).toMatchObject({
        errors: name === "one" ? 1 : 0,
      });
      await session.open(uriOf(`${name}/a.vaultconn.json`), SECRET);
      const report = await session.request<DocumentDiagnosticReport>("textDocument/diagnostic", params);
      expect(report.kind === "full" && severitiesOf(report.items)).toEqual(expected);
    }
  });
});

describe("a client's response of null", () => {
  it("leaves the settings that the server was started with", async () => {
    const asked: string[] = [];
    await using session = await Session.start({
      capabilities: { workspace: { configuration: true } },
      initializationOptions: { settings: { plainTextSecret: "error" } },
      answers: {
        "workspace/configuration": ({ items }: ConfigurationParams) => {
          asked.push(...items.map(({ scopeUri }) => scopeUri ?? ""));
          return items.map(() => null);
        },
      },
    });
    await session.open(uriOf("one/a.vaultconn.json"), SECRET);
    await session.diagnostics(uriOf("one/a.vaultconn.json"), ([found]) => found?.severity === 1);
    await expect.poll(() => asked.length).toBe(1);
    await session.notify("workspace/didChangeConfiguration", { settings: null });
    await expect.poll(() => asked.length).toBe(2);
    const inspected = await session.request("vaultconn/inspect", { uri: uriOf("one/a.vaultconn.json") });
    expect(inspected).toMatchObject({ errors: 1 });
    expect(severitiesOf(session.published.get(uriOf("one/a.vaultconn.json"))?.diagnostics)).toEqual([1]);
  });
});

describe("a client that doesn't watch files", () => {
  it.each<[string, ClientCapabilities]>([
    ["refuses to", CONFIGURING],
    ["can't", { workspace: { workspaceFolders: true } }],
  ])("that %s has files read when a document is opened or saved", async (_, capabilities) => {
    const answers = { "client/registerCapability": () => new ResponseError(-32_601, "No.") };
    await using session = await Session.start({ capabilities, folders: [uriOf()], answers });
    await session.diagnostics(uriOf("one/a.vaultconn.json"));
    await session.open(uriOf("two/a.vaultconn.json"), SECRET);
    await session.diagnostics(uriOf("two/a.vaultconn.json"));
    writeFiles({ "one/a.vaultconn.json": "{}" });
    await session.notify("textDocument/didSave", { textDocument: { uri: uriOf("two/a.vaultconn.json") } });
    await session.diagnostics(uriOf("one/a.vaultconn.json"), ([found]) => found?.code === "nothing-to-update");
    writeFiles({ "three/b.vaultconn.json": "[]" });
    await session.open(uriOf("three/a.vaultconn.json"), SECRET);
    await session.diagnostics(uriOf("three/b.vaultconn.json"), ([found]) => found?.code === "not-an-object");
    expect(session.registrations).toEqual([]);
  });
});

describe("the secret providers of a client", () => {
  const text = '{"setup": {"type": "BEARER", "token": "${op:a}${team:b}${secrt:c}"}}';

  it.each<[string, unknown, string]>([
    ["an array", ["op", "secrt"], "unresolved-reference"],
    ["an object", { op: { command: [] }, team: {} }, "malformed-reference"],
    ["nothing", undefined, "malformed-reference"],
    ["something else", "op", "malformed-reference"],
  ])("as %s", async (_, secretProviders, expected) => {
    await using session = await Session.start({
      folders: [uriOf()],
      initializationOptions: { settings: { secretProviders } },
    });
    await session.open(uriOf("new.vaultconn.json"), text);
    // Which names exist is asked for after the first look.
    const found = await session.diagnostics(uriOf("new.vaultconn.json"), ([first]) => first?.code === expected);
    expect(found).toHaveLength(1);
  });
});
