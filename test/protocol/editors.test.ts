import { rm } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
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
import { EDITORS } from "./editors.js";
import { root, uriOf, useFolder, writeFiles } from "./folder.js";
import { Session } from "./session.js";

/** The key that is misspelt stands behind characters that take one, two and more units in different encodings. */
const FAULTY =
  '{ "name": "é🎉", "setup": { "type": "OAUTH_APP", "cleint_id": "x", "client_secret": "${env:S}", "domain": "a.example.com",  } }';
const KEY = {
  start: { line: 0, character: FAULTY.indexOf('"cleint_id"') },
  end: { line: 0, character: FAULTY.indexOf('"cleint_id"') + 11 },
};
const FREE = { line: 0, character: FAULTY.indexOf(",  }") + 2 };

useFolder();
let uri: string;

beforeEach(() => {
  uri = uriOf("a.vaultconn.json");
  writeFiles(root, { "a.vaultconn.json": FAULTY });
});

describe.each(Object.entries(EDITORS))("an editor such as %s", (_, capabilities) => {
  const pulls = "diagnostic" in capabilities.textDocument;
  const watches =
    "didChangeWatchedFiles" in capabilities.workspace &&
    capabilities.workspace.didChangeWatchedFiles.dynamicRegistration;
  const takesMarkdown = "markdown" === (capabilities.textDocument.hover.contentFormat[0] as string);

  async function start(): Promise<Session> {
    const session = await Session.start({
      capabilities,
      folders: [uriOf()],
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

  it("mends a fault by the fix it is offered, completes, hovers, and is asked for nothing else", async () => {
    await using session = await start();
    const found = await diagnosticsOf(session, (all) => all.length === 1);
    expect(found).toMatchObject([{ code: "unknown-property", range: KEY, severity: 1, source: "vaultconn" }]);
    const textDocument = { uri };
    const [action] = await session.request<CodeAction[]>("textDocument/codeAction", {
      textDocument,
      range: KEY,
      context: { diagnostics: found, only: ["quickfix"] },
    });
    const { edit } = action ?? {};
    const takesVersions = "documentChanges" in capabilities.workspace.workspaceEdit;
    expect(takesVersions ? edit?.changes : edit?.documentChanges).toBeUndefined();

    const { items } = await session.request<CompletionList>("textDocument/completion", {
      textDocument,
      position: FREE,
    });
    expect(items.map(({ label }) => label)).toEqual(["client_id", "audience"]);
    if (!capabilities.textDocument.completion.completionItem.snippetSupport)
      for (const { insertTextFormat, textEdit, insertText } of items) {
        expect(insertTextFormat ?? 1).toBe(1);
        expect(textEdit?.newText ?? insertText).not.toMatch(/\$\d|\$\{\d/);
      }
    const position = { line: 0, character: FAULTY.indexOf("OAUTH") };
    const { contents } = await session.request<Hover>("textDocument/hover", { textDocument, position });
    expect(contents).toMatchObject({
      kind: takesMarkdown ? "markdown" : "plaintext",
      value: expect.stringContaining(takesMarkdown ? "- `domain` · required" : "- domain · required") as string,
    });

    const mended = TextDocument.applyEdits(TextDocument.create(uri, "vaultconn", 1, FAULTY), editsOf(edit));
    expect(mended).toBe(FAULTY.replace("cleint_id", "client_id"));
    await session.change(uri, mended);
    expect(await diagnosticsOf(session, (all) => all.length === 0)).toEqual([]);
    expect([session.registrations.map(({ method }) => method), session.refreshes, session.logged]).toEqual([
      watches ? ["workspace/didChangeWatchedFiles"] : [],
      0,
      [],
    ]);
  });

  it("learns of files that change on disk, at the latest when a document is saved", async () => {
    await using session = await start();
    await session.change(uri, '{"id": "ac_1", "name": "n"}');
    await diagnosticsOf(session, (all) => all.length === 0);
    writeFiles(root, { "b.vaultconn.json": '{"id": "ac_1", "name": "n"}' });
    await notifyOnDisk(session, 1);
    const [found] = await diagnosticsOf(session, (all) => all.length === 1);
    expect(found?.code).toBe("duplicate-target");
    await rm(path.join(root, "b.vaultconn.json"));
    await notifyOnDisk(session, 3);
    expect(await diagnosticsOf(session, (all) => all.length === 0)).toEqual([]);
  });

  /** As the editor does: by watching, if it was asked to, and otherwise only by what a person does in it. */
  async function notifyOnDisk(session: Session, type: number): Promise<void> {
    if (!watches) return session.notify("textDocument/didSave", { textDocument: { uri } });
    return session.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOf("b.vaultconn.json"), type }] });
  }
});

function editsOf(edit: WorkspaceEdit | undefined): TextEdit[] {
  const versioned = (edit?.documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : []));
  return [...Object.values(edit?.changes ?? {}).flat(), ...versioned] as TextEdit[];
}
