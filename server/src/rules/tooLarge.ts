import * as l10n from "@vscode/l10n";
import { MAX_BYTES } from "../document/limits.js";
import { MAX_DEPTH } from "../document/tree.js";
import type { FileRule } from "./rule.js";

/** A file above the limits of size or depth. Nothing else is said about it. */
export const tooLarge: FileRule = {
  code: "too-large",
  severity: "error",
  check({ tooLargeAt }, report) {
    if (tooLargeAt === undefined) return;
    report({ start: tooLargeAt, end: tooLargeAt + 1, message });
  },
};

function message(): string {
  return l10n.t(
    "This file is over {0} MB or nested deeper than {1} levels and is not checked; a setup file needs far less.",
    MAX_BYTES / 1024 / 1024,
    MAX_DEPTH,
  );
}
