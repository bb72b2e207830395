import { beforeEach, describe, expect, it } from "vitest";
import type { TextDocument } from "vscode";
import { byTarget, type Services } from "../../../client/extension/commandTargets.js";
import { currentSetupFile } from "../../../client/extension/editor/currentSetupFile.js";
import { isCopy, isSetupFile, setupFileSelector } from "../../../client/extension/editor/setupDocument.js";
import { editor, vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

const EARLIER = "This is an earlier version. Open the file to push it.";
const NAME = "/work/a.vaultconn.json";

const documentAt = (
  scheme: string,
  path = NAME,
  languageId = "vaultconn",
): Pick<TextDocument, "uri" | "languageId"> => ({
  uri: vscode.Uri.from({ scheme, path, ...(scheme === "vscode-vfs" && { authority: "github" }) }),
  languageId,
});

beforeEach(() => {
  Object.assign(vscode.workspace, { workspaceFolders: [{ uri: vscode.Uri.file("/work") }] });
});

describe("a document", () => {
  it.each([
    ["a file", documentAt("file"), "file"],
    ["a new file", documentAt("untitled", "/Untitled-1"), "file"],
    ["a file that settings take for JSON with comments", documentAt("file", NAME, "jsonc"), "file"],
    ["a file with another name whose language was chosen", documentAt("file", "/work/a.json"), "file"],
    ["another file", documentAt("file", "/work/a.json", "json"), "none"],
    ["Git's side of a comparison", documentAt("git"), "copy"],
    ["Git's side, taken for JSON with comments", documentAt("git", NAME, "jsonc"), "copy"],
    ["an entry of the local history", documentAt("vscode-local-history"), "copy"],
    ["what another extension shows of a commit", documentAt("gitlens"), "copy"],
    ["a snapshot of a chat", documentAt("chat-editing-snapshot-text-model"), "copy"],
    ["a file of a virtual workspace that isn't open", documentAt("vscode-vfs"), "copy"],
  ])("that is %s is recognized", (_, document, kind) => {
    expect([isSetupFile(document), isCopy(document)]).toEqual([kind === "file", kind === "copy"]);
  });

  it("in a virtual workspace is a file", () => {
    Object.assign(vscode.workspace, { workspaceFolders: [{ uri: documentAt("vscode-vfs", "/work").uri }] });
    expect(isSetupFile(documentAt("vscode-vfs"))).toBe(true);
    expect(setupFileSelector()).toContainEqual({ scheme: "vscode-vfs", pattern: "**/*.vaultconn.json" });
  });
});

describe("a copy of a setup file", () => {
  const services = partOf<Services>({});

  it.each(["git", "vscode-local-history"])("is refused if a command finds %s in the active editor", async (scheme) => {
    const document = documentAt(scheme);
    Object.assign(vscode.window, { activeTextEditor: { document } });
    Object.assign(vscode.workspace, { openTextDocument: () => Promise.resolve(document) });
    expect(await currentSetupFile(services, undefined)).toBe(undefined);
    expect(editor.messages.map(([message]) => message)).toEqual([EARLIER]);
    Object.assign(vscode.window, { activeTextEditor: undefined });
  });

  it("is refused by commands on files", async () => {
    let called = 0;
    const command = byTarget({ files: () => void (called += 1), file: () => void (called += 1) });
    const known = partOf<Services>({ sessions: { all: [] }, pushList: { lineOf: () => undefined } });
    await command(known, documentAt("git").uri);
    await command(known, documentAt("file").uri);
    expect([called, editor.messages.map(([message]) => message)]).toEqual([1, [EARLIER]]);
  });
});
