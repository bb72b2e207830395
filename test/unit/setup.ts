import { afterAll, beforeEach, expect, vi } from "vitest";
import { URI } from "vscode-uri";

import { editor, resetEditor, vscode } from "./vscode.js";

vi.mock("vscode", async () => (await import("./vscode.js")).vscode);
// Each keeps its text once that was asked for.
expect.addEqualityTesters([(a, b) => (a instanceof URI && b instanceof URI ? String(a) === String(b) : undefined)]);
beforeEach(resetEditor);

// A process runs one file after the other: what a file has added to VS Code, or listens to, goes with the file.
const parts = [vscode, vscode.commands, vscode.window, vscode.workspace].map(
  (part: object) => [part, Object.getOwnPropertyDescriptors(part)] as const,
);
afterAll(() => {
  for (const [part, before] of parts) {
    for (const name of Object.keys(part)) if (!(name in before)) Reflect.deleteProperty(part, name);
    Object.defineProperties(part, before);
  }
  for (const event of [editor.configured, editor.deleted, editor.focused, editor.renamed]) event.dispose();
});
