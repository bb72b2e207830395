import * as l10n from "@vscode/l10n";
import type { ValidateResult } from "../../../server/protocol/messages.js";
import { codeOf } from "../text/codeOf.js";

/** The error code of `TextDecoder`. */
export const NOT_TEXT = "ERR_ENCODING_INVALID_ENCODED_DATA";

const isDenied = () => l10n.t("permission is denied");
const isMissing = () => l10n.t("it doesn't exist");
const isFolder = () => l10n.t("it's a folder");

/** The codes of Node, and those of VS Code's file systems. */
const REASONS: Readonly<Record<string, () => string>> = {
  ENOENT: isMissing,
  FileNotFound: isMissing,
  ENOTDIR: () => l10n.t("part of its path isn't a folder"),
  EISDIR: isFolder,
  FileIsADirectory: isFolder,
  EACCES: isDenied,
  EPERM: isDenied,
  NoPermissions: isDenied,
  ELOOP: () => l10n.t("its symbolic links form a loop"),
  ENAMETOOLONG: () => l10n.t("its name is too long"),
  EEXIST: () => l10n.t("a file with its name exists"),
  EROFS: () => l10n.t("the file system is read-only"),
  ENOSPC: () => l10n.t("the disk is full"),
  EBADF: () => l10n.t("it isn't open for reading"),
  EFBIG: () => l10n.t("it's too large"),
  [NOT_TEXT]: () => l10n.t("it's neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8"),
};

/** Describes an error of a file system as the second half of a sentence. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error) || l10n.t("an unknown error");
  // Node can't name such a file, only list it, with a replacement character.
  if (code === "ENOENT" && error instanceof Error && "path" in error && String(error.path).includes("\uFFFD"))
    return l10n.t("its name isn't UTF-8; rename it");
  return REASONS[code]?.() ?? l10n.t("the system reports {0}", code);
}

/** What's said of a text that isn't UTF-8 or UTF-16. */
export function notText(): Error {
  return Object.assign(new Error(NOT_TEXT), { code: NOT_TEXT });
}

/** @param reason from `reasonOf`. */
export function unreadFault(reason: string): string {
  return l10n.t("It can't be read: {0}.", reason);
}

/** Errors that leave open which references and values a file has. */
const UNCLEAR: ReadonlySet<string> = new Set(["too-large", "syntax", "not-an-object", "malformed-reference"]);

/** Why a file can't be understood: a sentence for each fault. */
export function unclearFaults(problems: ValidateResult["problems"]): readonly string[] {
  return problems
    .filter(({ code }) => UNCLEAR.has(code))
    .map(({ line, column, message, code }) => l10n.t("Line {0}, column {1}: {2} ({3})", line, column, message, code));
}
