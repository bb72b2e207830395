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
    return `This is not a value of ${quoted(field.name)}; ${suggestion ? `did you mean ${suggestion}?` : `use ${listed(allowed, "or")}.`}`;
  },
  data: ({ field, text }) => {
    const suggestion = nearestName(text ?? "", field.allowed ?? []);
    return { allowed: field.allowed ?? [], ...(suggestion !== undefined && { suggestion }) };
  },
};
