import path from "node:path";
import type { Location } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type JsonNode, parseText, rangeOf } from "../document/jsonTree.js";
import type { Target } from "../document/setupFile.js";
import { readText } from "../workspace/readFile.js";
import { pathOf, uriOf } from "../workspace/uris.js";

/** The file with the last known state of each connection, by tenant and id. */
const LOCK_FILE = "vaultconn.lock.json";

/** Finds a connection in the nearest lock file, from the setup file's folder up to its workspace folder. */
export async function inLockFile(
  setupFile: string,
  folder: string,
  { id, tenant = "" }: Pick<Target, "id" | "tenant">,
): Promise<Location | undefined> {
  const key = `${tenant}/${id}`;
  const isKey = (text: string) => (tenant === "" ? text.endsWith(key) : text === key);
  const start = pathOf(setupFile);
  for (let at = start && path.dirname(start); at?.startsWith(folder); at = path.dirname(at)) {
    const uri = uriOf(path.join(at, LOCK_FILE));
    const read = await readText(path.join(at, LOCK_FILE));
    if (read) {
      const document = TextDocument.create(uri, "json", 0, read.text);
      const node = stringIn(parseText(read.text)?.root, isKey);
      return node && { uri, range: rangeOf(document, node) };
    }
    if (at === path.dirname(at)) break;
  }
  return undefined;
}

/** The first key or value that matches. */
function stringIn(node: JsonNode | undefined, isMatch: (text: string) => boolean): JsonNode | undefined {
  if (!node || (typeof node.value === "string" && isMatch(node.value))) return node;
  for (const child of node.children ?? []) {
    const found = stringIn(child, isMatch);
    if (found) return found;
  }
  return undefined;
}
