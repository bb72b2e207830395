import { TextDocument } from "vscode-languageserver-textdocument";

import { type InspectResult } from "../../../server/protocol/messages.js";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { inspectDocument } from "../../../server/src/inspection/inspectDocument.js";
import { checkFile } from "../../../server/src/rules/check.js";

/**
 * What the language server says about a file.
 *
 * @param file its text, or the object it holds
 */
export function inspect(file: string | object): Omit<InspectResult, "version"> {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const document = TextDocument.create("file:///workspace/a.vaultconn.json", "vaultconn", 1, text);
  return inspectDocument(document, checkFile(setupFileOf(document)));
}
