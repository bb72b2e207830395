import * as l10n from "@vscode/l10n";
import { formatNumber } from "./locale.js";

/** Says what a stored text is, such as "PEM key, 28 lines". @returns undefined for one line. */
export function describeLines(text: string): string | undefined {
  const lines = text.replace(/\r?\n$/, "").split("\n").length;
  if (lines === 1) return undefined;
  const [, label = ""] = /-----BEGIN ([A-Z\d ]+)-----/.exec(text) ?? [];
  if (!text.startsWith("-----BEGIN ")) return l10n.t("{0} lines", formatNumber(lines));
  return label.includes("KEY")
    ? l10n.t("PEM key, {0} lines", formatNumber(lines))
    : l10n.t("PEM text, {0} lines", formatNumber(lines));
}
