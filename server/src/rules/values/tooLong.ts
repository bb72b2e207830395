import type { ValueRule } from "../rule.js";
import { lengthLimits, quoted } from "../wording.js";

/** A text above the maximum length, counted in code points. */
export const tooLong: ValueRule = {
  code: "too-long",
  severity: "error",
  applies: ({ fault }) => fault?.code === "too-long",
  message: ({ field, text }) => `The value of ${quoted(field.name)} has ${codePoints(text ?? "")} characters and takes ${lengthLimits(field)}; shorten it.`,
};

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) index++;
    count++;
  }
  return count;
}
