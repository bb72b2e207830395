import type * as vscode from "vscode";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { FILE_ENDING } from "../../core/files/fileName.js";
import { nameOfFile } from "./inspection.js";

/**
 * What to call the connection of a setup file as long as its name is not known: as the file names it, or else as the
 * file is called. An id tells nobody anything.
 * @param name what the file has for a name; one with a reference in it is none that could be shown.
 */
export function connectionLabel(file: vscode.Uri, name: unknown): string {
  const written = typeof name === "string" && !name.includes("${") ? sanitizeText(name, 150) : "";
  const called = nameOfFile(file);
  return written || (called.endsWith(FILE_ENDING) ? called.slice(0, -FILE_ENDING.length) : "") || called;
}
