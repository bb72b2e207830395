import { fileURLToPath, pathToFileURL } from "node:url";
import type { DocumentUri } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { FILE_ENDING } from "../../../schemas/files.js";

/** Whether an open document is a setup file, by its language or its name. Some clients open other JSON files, too. */
export function isSetupFile({ uri, languageId }: Pick<TextDocument, "uri" | "languageId">): boolean {
  return languageId === "vaultconn" || fileNameOf(uri).endsWith(FILE_ENDING);
}

/** Whether a document can be pushed, unlike the copy of a file that an editor shows in a comparison, such as `git:`. */
export function isOriginal(uri: DocumentUri): boolean {
  return /^(?:file|untitled):/.test(uri);
}

/** The path of a `file:` URI; undefined for other URIs and for ones without a valid path. */
export function pathOf(uri: DocumentUri): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The URI of a path, in this server's spelling. */
export function uriOf(path: string): DocumentUri {
  return pathToFileURL(path).href;
}

/** The last segment of a URI, decoded if possible. */
export function fileNameOf(uri: DocumentUri): string {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A key that's equal for all spellings of a URI, since editors escape characters differently. */
export function keyOf(uri: DocumentUri): string {
  return pathOf(uri) ?? uri;
}

/**
 * Resolves a path in a setup file, relative to that file.
 * @returns undefined for absolute paths, which a push doesn't read, and if the setup file isn't on disk.
 */
export function besideFile(uri: DocumentUri, path: string): DocumentUri | undefined {
  if (!uri.startsWith("file:") || /^(?:[\\/~]|[A-Za-z]:)/.test(path)) return undefined;
  // Lone surrogates can't be encoded.
  const steps = path.replaceAll(/\p{Cs}/gu, "\uFFFD").split(/[\\/]/);
  const encoded = steps.map(encodeURIComponent).join("/");
  return URL.canParse(encoded, uri) ? new URL(encoded, uri).href : undefined;
}
