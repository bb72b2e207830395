import { expect, it } from "vitest";
import type { DocumentDiagnosticReport, Hover, Location, SymbolInformation } from "vscode-languageserver";
import { uriOf, useFolder, writeFiles } from "../unit/folder.js";
import { codes, PULLING, Session } from "./session.js";

useFolder();

const TEXT = '{"id": "ac_1", "name": "n", "setup": {"type": "BEARER", "token": "${secret:KEY}"}}';
const AT_NAME = { line: 0, character: TEXT.indexOf("KEY") };

async function codesIn(session: Session, uri: string): Promise<readonly unknown[]> {
  const report = await session.request<DocumentDiagnosticReport>("textDocument/diagnostic", { textDocument: { uri } });
  return report.kind === "full" ? codes(report.items) : [];
}

it.each([
  ["package.json", "json", []],
  ["src/main.ts", "typescript", []],
  ["a.vaultconn.json.bak", "json", []],
  ["vaultconn.lock.json", "jsonc", []],
  ["b.vaultconn.json", "json", ["missing-property"]],
  ["b%2Evaultconn.json", "json", ["missing-property"]],
  ["other.json", "vaultconn", ["missing-property"]],
])("%s as %s has diagnostics only if it's a setup file", async (name, language, expected) => {
  const uri = `${uriOf()}/${name}`;
  await using pulling = await Session.start({ folders: [uriOf()], capabilities: PULLING });
  await pulling.open(uri, '{"setup": {"type": "BEARER"}}', language);
  expect(await codesIn(pulling, uri)).toEqual(expected);
  const position = { line: 0, character: 12 };
  const hover = await pulling.request<Hover | null>("textDocument/hover", { textDocument: { uri }, position });
  expect(hover !== null).toBe(expected.length > 0);
});

it("publishes nothing for a document that isn't a setup file", async () => {
  const [other, own] = [uriOf("package.json"), uriOf("a.vaultconn.json")];
  await using session = await Session.start({ folders: [uriOf()] });
  await session.open(other, TEXT, "json");
  await session.change(other, "{");
  await session.close(other);
  await session.open(own, "{");
  await session.diagnostics(own);
  expect([...session.published.keys()]).toEqual([own]);
});

it.each([
  ["acme.example.com", "acme.example.com · ac_1"],
  ["user:canary@acme.example.com", "ac_1"],
])("names a connection's tenant among symbols, unless it's no host: %s", async (tenant, container) => {
  writeFiles({ "a.vaultconn.json": JSON.stringify({ id: "ac_1", tenant, name: "Orders" }) });
  await using session = await Session.start({ folders: [uriOf()], capabilities: PULLING });
  const found = await session.request<SymbolInformation[]>("workspace/symbol", { query: "Orders" });
  expect(found).toMatchObject([{ name: "Orders", containerName: container }]);
});

it.each([
  ["git:", "?%7B%22ref%22%3A%22HEAD%22%7D", 1],
  ["vscode-local-history:", "", 1],
  ["untitled:", "", 2],
])("counts a copy at a %s address only if it can be pushed", async (scheme, query, count) => {
  writeFiles({ "a.vaultconn.json": TEXT });
  const [own, copy] = [uriOf("a.vaultconn.json"), `${scheme}/copy/a.vaultconn.json${query}`];
  await using session = await Session.start({ folders: [uriOf()], capabilities: PULLING });
  for (const uri of [own, copy]) await session.open(uri, TEXT);
  const expected = count === 2 ? ["duplicate-target"] : [];
  for (const uri of [own, copy]) expect(await codesIn(session, uri)).toEqual(expected);
  for (const uri of [own, copy]) {
    const at = { textDocument: { uri }, position: AT_NAME, context: { includeDeclaration: true } };
    expect(await session.request<Location[]>("textDocument/references", at)).toHaveLength(count);
  }
  expect(await session.request<SymbolInformation[]>("workspace/symbol", { query: "KEY" })).toHaveLength(1);
});
