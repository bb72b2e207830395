import { judge } from "../../../schemas/judgements.js";
import { mayBeVariable } from "../../../schemas/placeholders.js";

const LEFTOVERS = new Set<string | undefined>(["unfilled-placeholder", "hidden-character", "surrounding-whitespace"]);

/**
 * Finds what shells, pipelines, and templates leave around a value or in place of it. Whether a token has expired is up to
 * the service, because this computer's clock may be wrong.
 * @returns a sentence without the value.
 */
export function leftoverIn(value: string, what: string): string | undefined {
  const judged = value === "" ? undefined : judge(value);
  if (!judged) return undefined;
  // A password may look like a variable.
  const isLeftover = LEFTOVERS.has(judged.code) || (judged.code === undefined && !mayBeVariable(value));
  return isLeftover ? judged.message(what) : undefined;
}
