import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A text above the maximum length, counted in code points. */
export const tooLong: ValueRule = {
  code: "too-long",
  severity: "error",
  applies: ({ fault }) => fault?.code === "too-long",
  message: ({ field: { name, minLength = 0, maxLength = 0 }, text }) =>
    l10n.t(
      "The value of {0} has {1} characters and takes {2} to {3} characters; shorten it.",
      quoted(name),
      codePoints(text ?? ""),
      minLength,
      maxLength,
    ),
};

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) index++;
    count++;
  }
  return count;
}
