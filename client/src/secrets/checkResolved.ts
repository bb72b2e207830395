import { checkSetup, checkUpdate } from "../../../schemas/check.js";
import type { Fault } from "../../../schemas/faults.js";
import type { Variant } from "../../../schemas/variants.js";
import type { UpdateRequest } from "../../../server/protocol/messages.js";
import { plainText } from "../plainText.js";
import { describeReference, type NamedReference, type ReferenceProblem } from "./problems.js";
import type { PropertyPath } from "./texts.js";

/** A resolved update, and where references stood in it. */
export interface ToCheck {
  readonly request: UpdateRequest;
  readonly variant: Variant | undefined;
  readonly referencesAt: (property: PropertyPath) => readonly NamedReference[];
}

/**
 * Checks the values of a resolved update: lengths, formats and types ("Update
 * request body", "Setup variants").
 * @returns one problem for each value at fault, none for an update the document allows.
 */
export function checkResolved({ request, variant, referencesAt }: ToCheck): readonly ReferenceProblem[] {
  const ofName = request.name === undefined ? [] : checkUpdate({ name: request.name });
  const ofSetup = request.setup === undefined ? [] : setupFaults(request.setup, variant);
  return [...ofName, ...ofSetup].map((fault) => {
    const [first, ...others] = referencesAt(fault.path);
    const reference = first && { kind: first.kind, name: first.name };
    const origin = first ? `, from ${[first, ...others].map(describeReference).join(" and ")},` : "";
    return { reference, property: fault.path, text: `The value of ${plainText(fault.path.at(-1) ?? "the setup", 80)}${origin} ${complaint(fault)}.`, next: "showInFile" };
  });
}

/** A setup no variant was chosen for cannot be checked, and is not sent. */
function setupFaults(setup: unknown, variant: Variant | undefined): readonly Fault[] {
  if (!variant) return [{ code: "wrong-value-type", path: ["setup"], expected: "object" }];
  return checkSetup(variant, setup).map((fault) => ({ ...fault, path: ["setup", ...fault.path] }));
}

function complaint({ code, limit, allowed }: Fault): string {
  switch (code) {
    case "missing-property":
      return "is missing";
    case "unknown-property":
      return "belongs to no field of this kind of setup";
    case "wrong-value-type":
      return "is of the wrong type";
    case "invalid-value":
      return `has to be one of ${allowed?.join(", ") ?? "the allowed values"}`;
    case "too-short":
      return `is too short: it takes at least ${characters(limit)}`;
    case "too-long":
      return `is too long: it takes at most ${characters(limit)}`;
    case "not-https-url":
      return "has to be a complete URL that begins with https://";
    case "not-hostname":
      return "has to be a host name alone, such as login.example.com";
    case "not-email":
      return "has to be an e-mail address";
  }
}

function characters(limit = 1): string {
  return limit === 1 ? "1 character" : `${limit} characters`;
}
