import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not an e-mail address. */
export const notEmail: ValueRule = {
  code: "not-email",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-email",
  message: ({ field }) => `The value of ${quoted(field.name)} must be an e-mail address, such as name@example.com.`,
};
