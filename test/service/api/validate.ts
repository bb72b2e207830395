import { checkSetup, checkUpdate } from "../../../schemas/check.js";
import type { Fault } from "../../../schemas/faults.js";
import { setupTypes, variants, variantsOfType } from "../../../schemas/variants.js";
import type { Update } from "../data/store.js";
import type { Problem } from "./error-reply.js";

/**
 * Checks a decoded body against "Update request body" and "Setup variants".
 * @param quoteValues whether the message repeats the value it complains about.
 * @returns the first thing wrong with it, or the update it asks for.
 */
export function validateUpdate(body: unknown, quoteValues: boolean): { readonly update: Update } | Problem {
  const fault = checkUpdate(body)[0];
  if (fault) return problem(fault, body, quoteValues);
  const update = body as Update;
  if (!Object.hasOwn(update, "setup")) return { update };
  const satisfied = variants.filter((variant) => checkSetup(variant, update.setup).length === 0);
  return satisfied.length === 1 ? { update } : setupProblem(update.setup, body, quoteValues);
}

function setupProblem(setup: unknown, body: unknown, quoteValues: boolean): Problem {
  if (typeof setup !== "object" || setup === null || Array.isArray(setup))
    return invalid("The property setup must be an object.", "setup");
  const type: unknown = Object.hasOwn(setup, "type") ? (setup as Record<string, unknown>)["type"] : undefined;
  if (type !== undefined && (typeof type !== "string" || !setupTypes.includes(type))) {
    return invalid(
      `The property setup.type must be one of ${setupTypes.join(", ")}.${quote(type, quoteValues)}`,
      "setup.type",
    );
  }
  const candidates = type === undefined ? variants.filter(({ typeRequired }) => !typeRequired) : variantsOfType(type);
  const [nearest] = candidates.map((variant) => checkSetup(variant, setup)).sort((a, b) => a.length - b.length);
  const fault = nearest?.[0];
  return fault
    ? problem({ ...fault, path: ["setup", ...fault.path] }, body, quoteValues)
    : invalid("The property setup matches no variant.", "setup");
}

function problem(fault: Fault, body: unknown, quoteValues: boolean): Problem {
  const property = fault.path.join(".");
  const value = fault.path.reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], body);
  const subject = property === "" ? "The request body" : `The property ${property}`;
  return invalid(`${subject} ${complaint(fault)}.${quote(value, quoteValues)}`, property);
}

function complaint({ code, limit, expected, allowed }: Fault): string {
  switch (code) {
    case "missing-property":
      return "is missing";
    case "unknown-property":
      return "is not allowed";
    case "wrong-value-type":
      return `must be of type ${expected ?? "string"}`;
    case "invalid-value":
      return `must be one of ${allowed?.join(", ") ?? "the allowed values"}`;
    case "too-short":
      return `must have at least ${limit ?? 1} characters`;
    case "too-long":
      return `must have at most ${limit ?? 1} characters`;
    case "not-https-url":
      return "must be an HTTPS URL";
    case "not-hostname":
      return "must be a host name";
    case "not-email":
      return "must be an e-mail address";
  }
}

function quote(value: unknown, quoteValues: boolean): string {
  return quoteValues && value !== undefined ? ` The value was ${JSON.stringify(value)}.` : "";
}

function invalid(message: string, property: string): Problem {
  return { status: 400, message, property };
}
