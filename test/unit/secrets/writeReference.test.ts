import { expect, it, vi } from "vitest";
import type { TextEditor } from "vscode";

import { writeReference } from "../../../client/extension/secrets/askForSecret.js";
import { partOf } from "../partOf.js";
import { editor, vscode } from "../vscode.js";

it.each([
  ["another editor", {}],
  ["no editor", undefined],
])("isn't written into %s than the one where its user began", async (_, active) => {
  const insertSnippet = vi.fn<TextEditor["insertSnippet"]>();
  const begun = partOf<TextEditor>({ selection: {}, insertSnippet });
  Object.assign(vscode.window, { activeTextEditor: active });
  await writeReference(begun, "${secret:A}", false);
  expect(insertSnippet).not.toHaveBeenCalled();
  expect(editor.messages).toEqual([["The secret is stored. Setup files refer to it as ${secret:A}."]]);
});
