import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A text that is empty, or nothing but white space, where that is allowed and still hardly meant. */
export const emptyValue: ValueRule = {
  code: "empty-value",
  severity: "warning",
  applies: ({ text }) => text?.trim() === "",
  message: ({ field }) => `The value of ${quoted(field.name)} is empty; fill it in${field.required ? "" : ", or remove the property"}.`,
};
