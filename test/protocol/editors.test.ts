import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type {
  CodeAction,
  CompletionList,
  Diagnostic,
  DocumentDiagnosticReport,
  Hover,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { writeFiles } from "./command.js";
import { EDITORS } from "./editors.js";
import { Session } from "./session.js";

/** The key that is misspelt stands behind characters that take one, two and more units in different encodings. */
const FAULTY =
  '{ "name": "é🎉", "setup": { "type": "OAUTH_APP", "cleint_id": "x", "client_secret": "${env:S}", "domain": "a.example.com",  } }';
const KEY = {
  start: { line: 0, character: FAULTY.indexOf('"cleint_id"') },
  end: { line: 0, character: FAULTY.indexOf('"cleint_id"') + 11 },
};
const FREE = { line: 0, character: FAULTY.indexOf(",  }") + 2 };

const OTHERS = "2 other files update the same connection; keep one, or the last push wins.";

let root: string;
let uri: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "vaultconn-"));
  uri = pathToFileURL(path.join(root, "a.vaultconn.json")).href;
  writeFiles(root, { "a.vaultconn.json": FAULTY });
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

describe.each(Object.entries(EDITORS))("an editor such as %s", (_, capabilities) => {
  const pulls = "diagnostic" in capabilities.textDocument;
  const takesMarkdown = "markdown" === (capabilities.textDocument.hover.contentFormat[0] as string);

  async function start(): Promise<Session> {
    const session = await Session.start({
      capabilities,
      folders: [pathToFileURL(root).href],
      answers: { "workspace/configuration": () => [null] },
    });
    await session.open(uri, FAULTY);
    return session;
  }

  async function diagnosticsOf(
    session: Session,
    isExpected: (found: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    if (!pulls) return session.diagnostics(uri, isExpected);
    const pull = async (): Promise<readonly Diagnostic[]> => {
      const report = await session.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
        textDocument: { uri },
      });
      return report.kind === "full" ? report.items : [];
    };
    await expect.poll(async () => isExpected(await pull())).toBe(true);
    return pull();
  }

  it("is told of a fault by UTF-16 units, and mends it by the fix it is offered", async () => {
    await using session = await start();
    const found = await diagnosticsOf(session, (all) => all.length === 1);
    expect(found).toMatchObject([{ code: "unknown-property", range: KEY, severity: 1, source: "vaultconn" }]);
    const [action] = await session.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: KEY,
      context: { diagnostics: found, only: ["quickfix"] },
    });
    const { edit } = action?.edit ? action : await session.request<CodeAction>("codeAction/resolve", action);
    expect(
      "documentChanges" in capabilities.workspace.workspaceEdit ? edit?.changes : edit?.documentChanges,
    ).toBeUndefined();
    const mended = TextDocument.applyEdits(TextDocument.create(uri, "vaultconn", 1, FAULTY), editsOf(edit));
    expect(mended).toBe(FAULTY.replace("cleint_id", "client_id"));
    await session.change(uri, mended);
    expect(await diagnosticsOf(session, (all) => all.length === 0)).toEqual([]);
  });

  it("gets completions it can insert, and hovers it can show", async () => {
    await using session = await start();
    const { items } = await session.request<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position: FREE,
    });
    expect(items.map(({ label }) => label)).toEqual(["client_id", "audience"]);
    if (!capabilities.textDocument.completion.completionItem.snippetSupport) {
      for (const { insertTextFormat, textEdit, insertText } of items) {
        expect(insertTextFormat ?? 1).toBe(1);
        expect(textEdit?.newText ?? insertText).not.toMatch(/\$\d|\$\{\d/);
      }
    }
    const { contents } = await session.request<Hover>("textDocument/hover", {
      textDocument: { uri },
      position: { line: 0, character: FAULTY.indexOf("OAUTH") },
    });
    expect(contents).toMatchObject({
      kind: takesMarkdown ? "markdown" : "plaintext",
      value: expect.stringContaining(takesMarkdown ? "- `domain` · required" : "- domain · required") as string,
    });
  });

  it("is not asked for anything it has not offered, and has nothing to read in a log", async () => {
    await using session = await start();
    await diagnosticsOf(session, (all) => all.length === 1);
    const watches =
      "didChangeWatchedFiles" in capabilities.workspace &&
      capabilities.workspace.didChangeWatchedFiles.dynamicRegistration;
    expect(session.registrations.map(({ method }) => method)).toEqual(
      watches ? ["workspace/didChangeWatchedFiles"] : [],
    );
    expect(session.refreshes).toBe(0);
    expect(session.logged).toEqual([]);
  });

  it("learns of files that change on disk, at the latest when a document is saved", async () => {
    writeFiles(root, { "b.vaultconn.json": '{"id": "ac_2", "name": "n"}' });
    await using session = await start();
    await session.change(uri, '{"id": "ac_1", "name": "n"}');
    await diagnosticsOf(session, (all) => all.length === 0);
    writeFiles(root, {
      "b.vaultconn.json": '{"id": "ac_1", "name": "n"}',
      "c.vaultconn.json": '{"id": "ac_1", "name": "n"}',
    });
    await notifyOnDisk(session, ["b", "c"], 2);
    const [found] = await diagnosticsOf(session, ([first]) => first?.message === OTHERS);
    expect(found?.code).toBe("duplicate-target");
    await rm(path.join(root, "b.vaultconn.json"));
    await rm(path.join(root, "c.vaultconn.json"));
    await notifyOnDisk(session, ["b", "c"], 3);
    expect(await diagnosticsOf(session, (all) => all.length === 0)).toEqual([]);
  });

  /** As the editor does: by watching, if it was asked to, and otherwise only by what a person does in it. */
  async function notifyOnDisk(session: Session, names: readonly string[], type: number): Promise<void> {
    if (session.registrations.length === 0) return session.notify("textDocument/didSave", { textDocument: { uri } });
    const changes = names.map((name) => ({ uri: pathToFileURL(path.join(root, `${name}.vaultconn.json`)).href, type }));
    return session.notify("workspace/didChangeWatchedFiles", { changes });
  }
});

function editsOf(edit: WorkspaceEdit | undefined): TextEdit[] {
  const versioned = (edit?.documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : []));
  return [...Object.values(edit?.changes ?? {}).flat(), ...versioned] as TextEdit[];
}
