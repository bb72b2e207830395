import { describe, expect, it } from "vitest";
import type { Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport } from "vscode-languageserver";
import { uriOf, useFolder } from "../unit/folder.js";
import { codes, PULLING, Session, TAKING } from "./session.js";

useFolder();

const URI = "untitled:Untitled-1";
const UNCHANGED = "untitled:Untitled-2";

function pull(session: Session, previousResultId?: string): Promise<DocumentDiagnosticReport> {
  return session.request("textDocument/diagnostic", { textDocument: { uri: URI }, previousResultId });
}

describe("pushed diagnostics", () => {
  it("have the document's version, and related places and links only if the client supports them", async () => {
    const conflict =
      '{"type": "API_KEY", "api_key": "${env:A}", "account_id": "a",\r\n "base_url": "https://a.example.com"}';
    const all = {
      range: { start: { line: 1, character: 1 }, end: { line: 1, character: 11 } },
      severity: 1,
      code: "conflicting-properties",
      source: "vaultconn",
      message: expect.stringMatching(/^"base_url"/) as string,
    };
    const page = "https://github.com/vaultconn/vault-connections/blob/main/docs/diagnostics.md#conflicting-properties";
    const range = { start: { line: 0, character: 43 }, end: { line: 0, character: 55 } };
    const related = { location: { uri: URI, range }, message: expect.any(String) as string };
    for (const [textDocument, expected] of [
      [{}, all],
      [TAKING, { ...all, codeDescription: { href: page }, relatedInformation: [related] }],
    ] as const) {
      await using session = await Session.start({ capabilities: { textDocument } });
      await session.open(URI, conflict);
      expect(await session.diagnostics(URI)).toEqual([expected]);
      expect(session.published.get(URI)?.version).toBe(1);
    }
  });

  it("follow each edit, in part or in whole", async () => {
    await using session = await Session.start();
    await session.open(URI, '{"setup": {"type": "BEARER", "tokn": "${env:T}"}}');
    await session.diagnostics(URI);
    let version = await session.change(URI, "token", {
      start: { line: 0, character: 30 },
      end: { line: 0, character: 34 },
    });
    await session.diagnostics(URI, (found, shown) => shown === version && found.length === 0);
    version = await session.change(URI, "{}");
    expect(codes(await session.diagnostics(URI, (_, shown) => shown === version))).toEqual(["nothing-to-update"]);
  });

  it("are removed when a document that isn't on disk is closed", async () => {
    await using session = await Session.start();
    await session.open(URI, "{}");
    await session.diagnostics(URI);
    await session.close(URI);
    await session.diagnostics(URI, (found) => found.length === 0);
  });
});

describe("pulled diagnostics", () => {
  it("aren't pushed as well, and stay unchanged until they change", async () => {
    await using session = await Session.start({ capabilities: PULLING });
    expect(await pull(session)).toEqual({ kind: "full", items: [] });
    await session.open(URI, "{}");
    const report = await pull(session);
    expect(report).toMatchObject({ kind: "full", items: [{ code: "nothing-to-update" }] });
    expect(await pull(session, report.resultId)).toEqual({ kind: "unchanged", resultId: report.resultId });
    await session.change(URI, "\n{}");
    expect(await pull(session, report.resultId)).toMatchObject({ kind: "full" });
    expect(session.published.size).toBe(0);
  });
});

describe("names of references", () => {
  const text =
    '{"setup": {"type": "BASIC_AUTH", "username": "${env:USER_NAME}", "password": "${secret:PW}${file:a.txt}${file:b.txt}"}}';
  const marked = (found: readonly Diagnostic[]): readonly string[] =>
    found.map(({ range: { start, end } }) => text.slice(start.character, end.character));

  it("are reported if they don't exist, until the client's names change", async () => {
    let secrets = ["OTHER"];
    const answers = {
      "vaultconn/names": ({ kind, among }: { readonly kind: string; readonly among?: readonly string[] }) => {
        if (kind === "env") return { names: ["USER_NAME"] };
        return kind === "secret" ? { names: secrets } : { names: among?.filter((name) => name === "a.txt") };
      },
    };
    await using session = await Session.start({ answers, initializationOptions: { names: true } });
    await session.open(UNCHANGED, "{}");
    await session.diagnostics(UNCHANGED);
    session.published.clear();
    await session.open(URI, text);
    expect(marked(await session.diagnostics(URI, (found) => found.length > 0))).toEqual([
      "${secret:PW}",
      "${file:b.txt}",
    ]);
    secrets = ["PW"];
    await session.notify("vaultconn/namesChanged", undefined);
    expect(marked(await session.diagnostics(URI, (found) => found.length === 1))).toEqual(["${file:b.txt}"]);
    // Whatever is sent again is sent in the order in which the documents were opened.
    expect([...session.published.keys()]).toEqual([URI]);
  });

  it("say what's wrong with the folder's own file of variables", async () => {
    const answers = {
      "vaultconn/names": ({ kind, uri }: { readonly kind: string; readonly uri: string }) =>
        kind === "env"
          ? uri.includes("/one/")
            ? { names: ["USER_NAME"] }
            : { names: [], problem: "The file x.env doesn't exist." }
          : {},
    };
    const folders = ["one", "two"].map((name) => uriOf(name));
    await using session = await Session.start({ answers, folders, initializationOptions: { names: true } });
    const two = uriOf("two/a.vaultconn.json");
    await session.open(uriOf("one/a.vaultconn.json"), text);
    await session.open(two, text);
    const found = await session.diagnostics(two, (all) => all.length > 0);
    expect(found.map(({ message }) => message)).toEqual([
      `The environment variable "USER_NAME" isn't set where VS Code was started. The file x.env doesn't exist.`,
    ]);
    expect(session.published.get(uriOf("one/a.vaultconn.json"))?.diagnostics ?? []).toEqual([]);
  });

  it.each<[string, number, ((params: never) => unknown) | undefined]>([
    ["are waited for by a client that pulls", 4, () => ({ names: [] })],
    ["are not unresolved where the client does not know them", 0, () => ({})],
    ["are not waited for forever", 0, () => new Promise(() => undefined)],
    ["are not asked for where the client has not said that it knows any", 0, undefined],
  ])("%s", async (_, unresolved, names) => {
    await using session = await Session.start({
      capabilities: PULLING,
      ...(names && { answers: { "vaultconn/names": names }, initializationOptions: { names: true } }),
    });
    await session.open(URI, text);
    const { items } = (await pull(session)) as FullDocumentDiagnosticReport;
    expect(codes(items)).toEqual(Array.from({ length: unresolved }, () => "unresolved-reference"));
  });
});
