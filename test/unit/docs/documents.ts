import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../../scripts/folders.js";

/** What people read, relative to the project root. */
export const DOCUMENTS = [
  ...["", "docs"].flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name))),
  "server/README.md",
  "client/cli/README.md",
  "test/service/README.md",
].filter((name) => name.endsWith(".md"));

/** The text of a document. */
export function textOf(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}

/** The text of a document without its examples. */
export function proseOf(document: string): string {
  return textOf(document).replaceAll(/^ *```[^]*?^ *```/gm, "");
}

/** What stands in backticks in the prose of a document. */
export function codeIn(document: string): readonly string[] {
  return [...proseOf(document).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}
