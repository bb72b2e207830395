import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value of another JSON type than the field's; all fields are strings. */
export const wrongValueType: ValueRule = {
  code: "wrong-value-type",
  severity: "error",
  applies: ({ fault }) => fault?.code === "wrong-value-type",
  message: ({ field }) => `The value of ${quoted(field.name)} must be a text; write it in double quotes.`,
};
