import type { ValueRule } from "../rule.js";
import { quoted } from "../wording.js";

/** A value that is not an absolute https URL. */
export const notHttpsUrl: ValueRule = {
  code: "not-https-url",
  severity: "error",
  applies: ({ fault }) => fault?.code === "not-https-url",
  message: ({ field }) => `The value of ${quoted(field.name)} must be a complete URL that begins with https://, such as https://example.com/path.`,
};
