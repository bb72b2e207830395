import { TextDocument } from "vscode-languageserver-textdocument";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import type { Sample } from "../inputs/documents.js";

/** A document, and an edit of one character that makes it faulty for every server, or sound again. */
export interface EditedDocument {
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  readonly damage: TextDocumentContentChangeEvent;
  readonly repair: TextDocumentContentChangeEvent;
}

/** @param sample a valid text; the edit takes the colon after its last property's name and puts it back. */
export function edited(name: string, { text }: Sample): EditedDocument {
  const colon = text.lastIndexOf('": ') + 1;
  const document = TextDocument.create("", "", 1, text);
  const [start, end] = [document.positionAt(colon), document.positionAt(colon + 1)];
  return {
    name,
    uri: `file:///bench/${name.replaceAll(/\W+/g, "-")}.vaultconn.json`,
    text,
    damage: { range: { start, end }, text: "" },
    repair: { range: { start, end: start }, text: ":" },
  };
}
