import { checkSetup, checkSetupFile, type Fault } from "../../../schemas/check.js";
import { setupTypes, variants, variantsOfType } from "../../../schemas/variants.js";
import type { Update } from "../data/store.js";
import type { Problem } from "./error-reply.js";

/** What is said of each kind of fault, after the property's name. */
const COMPLAINTS: Readonly<Record<Fault["code"], (fault: Fault) => string>> = {
  "missing-property": () => "is missing",
  "unknown-property": () => "is not allowed",
  "wrong-value-type": ({ expected = "string" }) => `must be of type ${expected}`,
  "invalid-value": ({ allowed = [] }) => `must be one of ${allowed.join(", ")}`,
  "too-short": ({ limit = 1 }) => `must have at least ${limit} characters`,
  "too-long": ({ limit = 1 }) => `must have at most ${limit} characters`,
  "not-https-url": () => "must be an HTTPS URL",
  "not-hostname": () => "must be a host name",
  "not-email": () => "must be an e-mail address",
};

/** Checks a decoded body against "Update request body" and "Setup variants". @returns the first thing wrong with it, or the update it asks for */
export function validateUpdate(body: unknown): { readonly update: Update } | Problem {
  const fault = faultsOfUpdate(body)[0];
  if (fault) return problem(fault);
  const update = body as Update;
  if (!Object.hasOwn(update, "setup")) return { update };
  const satisfied = variants.filter((variant) => checkSetup(variant, update.setup).length === 0);
  return satisfied.length === 1 ? { update } : setupProblem(update.setup);
}

/** Checks all but the setup. */
function faultsOfUpdate(body: unknown): readonly Fault[] {
  const names = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const unknown = names.filter((name) => name !== "name" && name !== "setup");
  return [...unknown.map((name): Fault => ({ code: "unknown-property", path: [name] })), ...checkSetupFile(body)];
}

function setupProblem(setup: unknown): Problem {
  const type = (setup as { readonly type?: unknown } | null)?.type;
  if (type !== undefined && (typeof type !== "string" || !setupTypes.includes(type)))
    return invalid(`The property setup.type must be one of ${setupTypes.join(", ")}.`);
  const candidates = type === undefined ? variants.filter(({ typeRequired }) => !typeRequired) : variantsOfType(type);
  const [nearest] = candidates.map((variant) => checkSetup(variant, setup)).sort((a, b) => a.length - b.length);
  const fault = nearest?.[0];
  return fault
    ? problem({ ...fault, path: ["setup", ...fault.path] })
    : invalid("The property setup matches no variant.");
}

function problem(fault: Fault): Problem {
  const property = fault.path.join(".");
  return invalid(
    `${property === "" ? "The request body" : `The property ${property}`} ${COMPLAINTS[fault.code](fault)}.`,
  );
}

function invalid(message: string): Problem {
  return { status: 400, message };
}
