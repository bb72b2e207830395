import * as l10n from "@vscode/l10n";
import { formatNumber } from "./locale.js";

/** A PEM block (RFC 7468) without headers, whose line breaks may be spaces or written as \n. */
const BLOCK = /-----BEGIN (?!PGP)([A-Z\d ]+)-----([A-Za-z\d+/=\s]+)-----END \1-----\s*/g;
/** Whether PEM text has no line break after its first boundary. Few services can read that. */
export function isPemOnOneLine(text: string): boolean {
  return /^-----BEGIN [A-Z\d ]+-----(?!\r?\n)/.test(text.trim());
}

export function pemBlock(label: string, base64: string): string {
  const lines = base64.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return [boundary("BEGIN", label), ...lines, boundary("END", label), ""].join("\n");
}

function boundary(word: "BEGIN" | "END", label: string): string {
  return `-----${word} ${label}-----`;
}

/**
 * Restores the line breaks that PEM text loses in a box of one line, or that are written as \n.
 * @returns any other text as it is.
 */
export function restorePem(text: string): string {
  if (!isPemOnOneLine(text)) return text;
  const plain = text.trim().replaceAll(/(?:\\r)?\\n/g, "\n");
  const restored = Array.from(plain.matchAll(BLOCK), ([, label = "", base64 = ""]) => pemBlock(label, base64)).join("");
  return plain.replaceAll(BLOCK, "") === "" ? restored : text;
}

/** Editors and clipboards add a line break at the end, which isn't part of a key or password. PEM text keeps it. */
export function withoutFinalLineBreak(text: string): string {
  return text.startsWith("-----BEGIN ") ? text : text.replace(/\r?\n$/, "");
}

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
