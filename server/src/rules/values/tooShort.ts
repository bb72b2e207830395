import type { ValueRule } from "../rule.js";
import { lengthLimits, quoted } from "../wording.js";

/** A text below the minimum length, counted in code points. */
export const tooShort: ValueRule = {
  code: "too-short",
  severity: "error",
  applies: ({ fault }) => fault?.code === "too-short",
  message: ({ field }) => `The value of ${quoted(field.name)} is too short; it takes ${lengthLimits(field)}.`,
};
