import { modify, type Edit, type JSONPath } from "jsonc-parser";
import * as vscode from "vscode";

const FORMATTING = { insertSpaces: true, tabSize: 2, eol: "\n" };

/** The edits that put a property first into the root object, keeping everything else as it stands. */
function insertFirst(text: string, path: JSONPath, value: string): Edit[] {
  return modify(text, path, value, { formattingOptions: FORMATTING, getInsertionIndex: () => 0 });
}

/**
 * Writes the chosen connection and its tenant into a setup file of the full
 * shape, as its first properties.
 * @returns whether the document took the change.
 */
export async function writeTarget(
  document: vscode.TextDocument,
  target: { id: string; tenantHost: string },
): Promise<boolean> {
  for (const [property, value] of [
    ["tenant", target.tenantHost],
    ["id", target.id],
  ] as const) {
    const edit = new vscode.WorkspaceEdit();
    for (const { offset, length, content } of insertFirst(document.getText(), [property], value)) {
      edit.replace(
        document.uri,
        new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)),
        content,
      );
    }
    if (!(await vscode.workspace.applyEdit(edit))) return false;
  }
  return document.save();
}
