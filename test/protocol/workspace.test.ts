import { rename as renameOnDisk, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic, WorkspaceDiagnosticReport } from "vscode-languageserver";
import { root, uriOf, useFolder, writeFiles } from "../unit/folder.js";
import { codes, PULLING, Session, TAKING, type Options } from "./session.js";

const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

useFolder();

/** Writes a file below the root. @returns its URI. */
function file(name: string, text: string | Buffer): string {
  writeFiles({ [name]: text });
  return uriOf(name);
}

function start(options: Options = {}): Promise<Session> {
  return Session.start({ folders: [uriOf()], ...options });
}

async function watched(session: Session, uri: string, type: number): Promise<void> {
  await session.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] });
}

/** The codes for each file of a workspace report, by name below the root; unchanged ones by that word. */
function byName({ items }: WorkspaceDiagnosticReport): Readonly<Record<string, unknown>> {
  const name = (uri: string): string => decodeURIComponent(uri).slice(uriOf().length + 1);
  return Object.fromEntries(
    items.map((item) => [name(item.uri), item.kind === "full" ? codes(item.items) : item.kind]),
  );
}

function pull(
  session: Session,
  previousResultIds: readonly { uri: string; value: string }[] = [],
): Promise<WorkspaceDiagnosticReport> {
  return session.request("workspace/diagnostic", { previousResultIds });
}

/** Pulls until the report is the expected one: files are read in the background. */
async function pullUntil(
  session: Session,
  expected: Readonly<Record<string, unknown>>,
  previous: readonly { uri: string; value: string }[] = [],
): Promise<void> {
  await expect.poll(async () => byName(await pull(session, previous))).toEqual(expected);
}

const BAD = '{"setup": {"type": "BEARER"}}';
const GOOD = '{"name": "n"}';

describe("setup files that aren't open", () => {
  it("are found below all folders, and no other files are", async () => {
    file("a.vaultconn.json", BAD);
    file("deep/er/b.vaultconn.json", GOOD);
    file("name with %20 & ü.vaultconn.json", BAD);
    file("node_modules/c.vaultconn.json", BAD);
    file(".git/d.vaultconn.json", BAD);
    file("e.json", BAD);
    await symlink(root, path.join(root, "loop"));
    await using session = await start({ capabilities: PULLING });
    expect(byName(await pull(session))).toEqual({
      "a.vaultconn.json": ["missing-property"],
      "deep/er/b.vaultconn.json": [],
      "name with %20 & ü.vaultconn.json": ["missing-property"],
    });
  });

  it("are reported as unchanged until they change, and as empty once deleted", async () => {
    const a = file("a.vaultconn.json", BAD);
    const b = file("b.vaultconn.json", BAD);
    await using session = await start({ capabilities: PULLING });
    await session.open(a, "{}");
    expect(byName(await pull(session))).toMatchObject({ "a.vaultconn.json": ["nothing-to-update"] });
    await session.close(a);
    await pullUntil(session, { "a.vaultconn.json": ["missing-property"], "b.vaultconn.json": ["missing-property"] });
    const first = await pull(session);
    const previous = first.items.map(({ uri, resultId }) => ({ uri, value: resultId ?? "" }));
    expect(byName(await pull(session, previous))).toEqual({
      "a.vaultconn.json": "unchanged",
      "b.vaultconn.json": "unchanged",
    });
    file("a.vaultconn.json", GOOD);
    await watched(session, a, CHANGED);
    await pullUntil(session, { "a.vaultconn.json": [], "b.vaultconn.json": "unchanged" }, previous);
    await session.until(() => session.refreshes > 0);
    await rm(path.join(root, "b.vaultconn.json"));
    await watched(session, b, DELETED);
    await pullUntil(session, { "a.vaultconn.json": [], "b.vaultconn.json": [] }, previous);
    expect(byName(await pull(session))).toEqual({ "a.vaultconn.json": [] });
  });

  it("are pushed to a client that doesn't pull, and kept current", async () => {
    const a = file("a.vaultconn.json", BAD);
    await using session = await start({
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    expect(codes(await session.diagnostics(a))).toEqual(["missing-property"]);
    await session.until(() => session.registrations.length > 0);
    expect(session.registrations[0]).toMatchObject({
      method: "workspace/didChangeWatchedFiles",
      registerOptions: { watchers: [{ globPattern: "**/*.vaultconn.json" }, { globPattern: "**", kind: 5 }] },
    });
    file("a.vaultconn.json", GOOD);
    await watched(session, a, CHANGED);
    await session.diagnostics(a, (found) => found.length === 0);
    const b = file("b.vaultconn.json", BAD);
    await watched(session, b, CREATED);
    expect(codes(await session.diagnostics(b))).toEqual(["missing-property"]);
    await rm(path.join(root, "b.vaultconn.json"));
    await watched(session, b, DELETED);
    await session.diagnostics(b, (found) => found.length === 0);
  });

  it("follow their folder if only that is reported", async () => {
    file("a.vaultconn.json", '{"id": "ac_1", "name": "n"}');
    file("onet/d.vaultconn.json", BAD);
    const others = { "onet/d.vaultconn.json": ["missing-property"] };
    await using session = await start({ capabilities: PULLING });
    expect(byName(await pull(session))).toEqual({ "a.vaultconn.json": [], ...others });
    file("one/deep/b.vaultconn.json", '{"id": "ac_1", "name": "n"}');
    file("one/node_modules/c.vaultconn.json", BAD);
    await watched(session, uriOf("one"), CREATED);
    const twice = ["duplicate-target"];
    await pullUntil(session, { "a.vaultconn.json": twice, "one/deep/b.vaultconn.json": twice, ...others });
    await rm(path.join(root, "one"), { recursive: true });
    await watched(session, uriOf("one"), DELETED);
    await pullUntil(session, { "a.vaultconn.json": [], ...others });
    // What is back already when it is notified of stays.
    await watched(session, uriOf("onet"), DELETED);
    await pullUntil(session, { "a.vaultconn.json": [], ...others });
  });

  it("move with a renamed folder", async () => {
    file("one/a.vaultconn.json", '{"id": "ac_1", "name": "n"}');
    file("two/b.vaultconn.json", '{"id": "ac_1", "name": "n"}');
    await using session = await start({
      capabilities: { ...PULLING, workspace: { ...PULLING.workspace, fileOperations: { didRename: true } } },
    });
    const rename = async (from: string, to: string): Promise<void> => {
      await renameOnDisk(path.join(root, from), path.join(root, to));
      await session.notify("workspace/didRenameFiles", { files: [{ oldUri: uriOf(from), newUri: uriOf(to) }] });
    };
    expect(session.capabilities?.workspace?.fileOperations?.didRename?.filters).toEqual([
      { scheme: "file", pattern: { glob: "**", matches: "folder" } },
    ]);
    await rename("one", "three");
    await pullUntil(session, {
      "three/a.vaultconn.json": ["duplicate-target"],
      "two/b.vaultconn.json": ["duplicate-target"],
    });
    await rename("three", "node_modules");
    await pullUntil(session, { "two/b.vaultconn.json": [] });
  });

  it("are ignored in node_modules, even if they were open", async () => {
    const a = file("node_modules/x/a.vaultconn.json", BAD);
    file("b.vaultconn.json", GOOD);
    await using session = await start({ capabilities: PULLING });
    await session.open(a, BAD);
    expect(await session.request("textDocument/diagnostic", { textDocument: { uri: a } })).toMatchObject({
      items: [{ code: "missing-property" }],
    });
    expect(byName(await pull(session))).toEqual({ "node_modules/x/a.vaultconn.json": [], "b.vaultconn.json": [] });
    await pull(session);
    await watched(session, a, CHANGED);
    await session.close(a);
    await pullUntil(session, { "b.vaultconn.json": [] });
  });

  it("have no diagnostics once they're deleted, even if a document stays open", async () => {
    const twin = '{"id": "ac_1", "nam": "n"}';
    file("kept.vaultconn.json", '{"id": "ac_1", "name": "n"}');
    const deleted = file("deleted.vaultconn.json", twin);
    const outside = uriOf("../outside.vaultconn.json");
    await using session = await start({ capabilities: PULLING });
    for (const uri of [deleted, outside]) {
      await session.open(uri, uri === deleted ? twin : BAD);
      await session.request("textDocument/diagnostic", { textDocument: { uri } });
    }
    const kept = { textDocument: { uri: uriOf("kept.vaultconn.json") } };
    const reportOnKept = () => session.request("textDocument/diagnostic", kept);
    await expect.poll(reportOnKept).toMatchObject({ items: [{ code: "duplicate-target" }] });
    await rm(path.join(root, "deleted.vaultconn.json"));
    await watched(session, deleted, DELETED);
    await expect.poll(reportOnKept).toMatchObject({ items: [] });
    // The client keeps what it pulled, and doesn't send its ID anymore.
    const { items } = await pull(session);
    expect(items.map((item) => [item.uri, item.kind === "full" ? codes(item.items) : item.kind])).toEqual([
      [uriOf("kept.vaultconn.json"), []],
      [deleted, []],
      [outside, []],
    ]);
    file("deleted.vaultconn.json", twin);
    await watched(session, deleted, CREATED);
    await pull(session);
    await pullUntil(session, {
      "kept.vaultconn.json": ["duplicate-target"],
      "deleted.vaultconn.json": ["duplicate-target", "unknown-property"],
    });
  });

  it("are added and removed with their folders", async () => {
    const a = file("one/a.vaultconn.json", BAD);
    const b = file("two/b.vaultconn.json", BAD);
    const folder = (name: string) => ({ uri: uriOf(name), name });
    await using session = await start({
      folders: [folder("one").uri],
      capabilities: { workspace: { workspaceFolders: true } },
    });
    await session.diagnostics(a);
    expect(session.published.has(b)).toBe(false);
    await session.notify("workspace/didChangeWorkspaceFolders", {
      event: { added: [folder("two")], removed: [folder("one")] },
    });
    await session.diagnostics(a, (found) => found.length === 0);
    expect(codes(await session.diagnostics(b))).toEqual(["missing-property"]);
  });

  it("may be too large or not UTF-8, which is reported", async () => {
    const uris = [
      file("large.vaultconn.json", `  {"name": "${"a".repeat(6_000_000)}"}`),
      file("marked.vaultconn.json", `\uFEFF${BAD}`),
      file("latin.vaultconn.json", Buffer.from('{"name": "B\xe4r"}', "latin1")),
    ];
    await using session = await start({ capabilities: PULLING });
    const { items } = await pull(session);
    // Editors don't show a byte order mark.
    for (const [at, found] of [
      { code: "too-large", range: { start: { line: 0, character: 2 } } },
      { code: "missing-property", range: { start: { line: 0, character: 19 } } },
      { code: "syntax", severity: 1, range: { start: { line: 0, character: 11 } } },
    ].entries()) {
      expect(items.find(({ uri }) => uri === uris[at])).toMatchObject({ items: [found] });
      const inspected = await session.request("vaultconn/inspect", { uri: uris[at] });
      expect(inspected).toMatchObject({ errors: 1, firstError: { start: found.range.start } });
    }
    const [, , latin = ""] = uris;
    await session.open(latin, '{"name": "B\uFFFDr"}');
    expect(await session.request("vaultconn/inspect", { uri: latin })).toMatchObject({ errors: 1 });
    await session.change(latin, '{"name": "B\u00E4r"}');
    expect(await session.request("vaultconn/inspect", { uri: latin })).toMatchObject({ errors: 0 });
  });

  it("don't have to exist", async () => {
    await using session = await start({
      folders: ["untitled:folder", "vscode-vfs://host/x", uriOf("nowhere")],
      capabilities: PULLING,
    });
    expect((await pull(session)).items).toEqual([]);
  });
});

describe("two files that update the same connection", () => {
  const text = (id: string, tenant?: string): string => JSON.stringify({ id, tenant, name: "n" });
  const targets = (found: readonly Diagnostic[]): readonly string[] =>
    found.flatMap(({ relatedInformation }) => relatedInformation?.map(({ location }) => location.uri) ?? []);

  it("name each other, open or not, until one changes", async () => {
    const a = file("a.vaultconn.json", text("ac_1", "acme.example.com"));
    const b = file("b.vaultconn.json", text("ac_1"));
    await using session = await start({ capabilities: { textDocument: TAKING } });
    expect(targets(await session.diagnostics(a, (found) => found.length > 0))).toEqual([b]);
    expect(targets(await session.diagnostics(b, (found) => found.length > 0))).toEqual([a]);
    await session.open(b, text("ac_1"));
    const version = await session.change(b, text("ac_2"));
    await session.diagnostics(b, (found, shown) => shown === version && found.length === 0);
    await session.diagnostics(a, (found) => found.length === 0);
    await session.change(b, text("ac_1", "ACME.example.com"));
    expect(codes(await session.diagnostics(a, (found) => found.length > 0))).toEqual(["duplicate-target"]);
    await session.close(b);
    await session.diagnostics(b, (found) => found.length === 1);
  });

  it("count as one if one is a symbolic link to the other", async () => {
    const a = file("a.vaultconn.json", text("ac_1"));
    const link = uriOf("link.vaultconn.json");
    await symlink(path.join(root, "a.vaultconn.json"), path.join(root, "link.vaultconn.json"));
    await using session = await start({ capabilities: { textDocument: TAKING } });
    await session.open(a, text("ac_1"));
    await session.open(link, text("ac_1"));
    expect([await session.diagnostics(a), await session.diagnostics(link)]).toEqual([[], []]);

    const b = file("b.vaultconn.json", text("ac_1"));
    await watched(session, b, CREATED);
    const [found] = await session.diagnostics(b, ({ length }) => length > 0);
    expect(found?.message).toBe("Another file updates the same connection; keep one, or the last push wins.");
  });
});
