import * as l10n from "@vscode/l10n";
import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A text below the minimum length, counted in code points. */
export const tooShort: ValueRule = {
  code: "too-short",
  severity: "error",
  applies: ({ fault }) => fault?.code === "too-short",
  message: ({ field: { name, minLength = 0, maxLength } }) => {
    if (maxLength !== undefined)
      return l10n.t(
        "The value of {0} is too short; it takes {1} to {2} characters.",
        quoted(name),
        minLength,
        maxLength,
      );
    return minLength === 1
      ? l10n.t("The value of {0} is too short; it takes at least 1 character.", quoted(name))
      : l10n.t("The value of {0} is too short; it takes at least {1} characters.", quoted(name), minLength);
  },
};
