import type { DocumentLink } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isInside } from "../../../schemas/files.js";
import { placed } from "../document/placedReferences.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import { rangeBetween } from "../document/jsonTree.js";
import { besideFile, pathOf } from "../workspace/uris.js";
import type { Feature } from "./feature.js";

/** Links URLs, and the files of references. */
export const documentLinks: Feature = {
  capabilities: () => ({ documentLinkProvider: { resolveProvider: false } }),
  register(connection, { files, answerAbout }) {
    connection.onDocumentLinks(
      answerAbout("Document links", [], (document) => linksIn(document, files.folderOf(document.uri))),
    );
  },
};

/**
 * The links of a file: https URLs that aren't secrets, and the files that a push reads for `${file:}` references. A
 * webhook's URL is a secret, and a click would send a request to it.
 * @param folder the file's workspace folder. References can't lead out of it.
 */
export function linksIn(document: TextDocument, folder?: string): DocumentLink[] {
  const file = setupFileOf(document);
  return [...urls(document, file), ...filesIn(document, file, folder)];
}

function urls(document: TextDocument, { values }: SetupFile): readonly DocumentLink[] {
  return values.flatMap(({ field, node, text, fault }) => {
    if (field.format !== "https-url" || field.secret || fault || text === undefined) return [];
    return [{ range: rangeBetween(document, node.offset + 1, node.offset + node.length - 1), target: text }];
  });
}

function filesIn(
  document: TextDocument,
  { text, referenceTexts }: SetupFile,
  folder: string | undefined,
): readonly DocumentLink[] {
  return referenceTexts.flatMap(({ node, parsed }) =>
    placed(text, node, parsed).flatMap(({ reference: { kind, name }, name: { start, end } }) => {
      const target = kind === "file" ? besideFile(document.uri, name) : undefined;
      const path = pathOf(target ?? "");
      if (target === undefined || (folder !== undefined && path !== undefined && !isInside(folder, path))) return [];
      return [{ range: rangeBetween(document, start, end), target }];
    }),
  );
}
