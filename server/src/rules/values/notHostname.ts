import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not a host name. */
export const notHostname: ValueRule = {
  code: "not-hostname",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-hostname",
  message: ({ field }) => `The value of ${quoted(field.name)} must be a host name alone, such as login.example.com, without scheme, port or path.`,
};
