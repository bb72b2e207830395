import * as l10n from "@vscode/l10n";
import { nearestName } from "../../document/misspelling.js";
import type { ValueRule } from "../rule.js";
import { listed, quoted } from "../wording.js";

/** A value that is not one of the few a field allows. */
export const invalidValue: ValueRule = {
  code: "invalid-value",
  severity: "error",
  applies: ({ fault }) => fault?.code === "invalid-value",
  message: ({ field, text }) => {
    const allowed = field.allowed ?? [];
    const suggestion = nearestName(text ?? "", allowed);
    if (suggestion) return l10n.t("This is not a value of {0}; did you mean {1}?", quoted(field.name), suggestion);
    return l10n.t("This is not a value of {0}; use {1}.", quoted(field.name), listed(allowed, "or"));
  },
  data: ({ field, text }) => {
    const suggestion = nearestName(text ?? "", field.allowed ?? []);
    return { allowed: field.allowed ?? [], ...(suggestion !== undefined && { suggestion }) };
  },
};
