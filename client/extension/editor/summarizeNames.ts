import * as l10n from "@vscode/l10n";
import type { Uri } from "vscode";
import { formatNumber, formatNarrowList } from "../../core/text/locale.js";
import { nameOfFile } from "./inspection.js";

/** More do not fit into a message. */
const NAMED = 5;

/** Files by their names, the first few of them, as a list in words. */
export function summarizeNames(files: readonly Uri[]): string {
  const names = files.slice(0, NAMED).map((file) => nameOfFile(file));
  const more = files.length - names.length;
  return formatNarrowList(more > 0 ? [...names, l10n.t("{0} more", formatNumber(more))] : names);
}
