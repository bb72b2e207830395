import { fileURLToPath, pathToFileURL } from "node:url";
import type { DocumentUri } from "vscode-languageserver";

/** The path of a `file:` URI; undefined for any other and for one that names no path. */
export function pathOf(uri: DocumentUri): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The URI of a path, as this server writes it. */
export function uriOf(path: string): DocumentUri {
  return pathToFileURL(path).href;
}

/** The same for all spellings of one URI: editors escape characters differently. */
export function keyOf(uri: DocumentUri): string {
  return pathOf(uri) ?? uri;
}
