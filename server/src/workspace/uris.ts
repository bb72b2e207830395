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

/** The last segment of a URI, decoded if possible. */
export function fileNameOf(uri: DocumentUri): string {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The same for all spellings of one URI: editors escape characters differently. */
export function keyOf(uri: DocumentUri): string {
  return pathOf(uri) ?? uri;
}

/**
 * What a path in a setup file names, relative to that file.
 * @returns undefined for absolute paths, which no push reads, and where the setup file isn't on disk.
 */
export function besideFile(uri: DocumentUri, path: string): DocumentUri | undefined {
  if (!uri.startsWith("file:") || /^(?:[\\/~]|[A-Za-z]:)/.test(path)) return undefined;
  const encoded = path.replaceAll("\\", "/").split("/").map(encodeSegment).join("/");
  return URL.canParse(encoded, uri) ? new URL(encoded, uri).href : undefined;
}

/** Half a surrogate pair can't be encoded. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replaceAll(/\p{Cs}/gu, "\uFFFD"));
}
