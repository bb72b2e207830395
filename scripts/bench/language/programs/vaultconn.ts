/** The language server's way from text to diagnostics, without the server. */
import { TextDocument } from "vscode-languageserver-textdocument";

import { readSetupFile } from "../../../../server/src/document/setupFile.js";
import { checkFile, toDiagnostic } from "../../../../server/src/rules/checkFile.js";
import type { Check } from "../contestant.js";

export const check: Check = (text) => {
  const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, text);
  return checkFile(readSetupFile(document.getText())).map((finding) => toDiagnostic(document, finding, {}));
};
