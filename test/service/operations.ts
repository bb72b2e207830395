import { STATUS_CODES } from "node:http";
import type { ConnectionStore, Update } from "./store.js";
import { jsonReply, type RecordedRequest, type Reply, textReply } from "./messages.js";
import { issueToken, type TokenEndpointParts, type Tokens } from "./tokens.js";
import type { Choices } from "./choices.js";
import { recordFields } from "../../schemas/fields.js";
import { checkSetup, checkSetupFile, type Fault } from "../../schemas/checkSetup.js";
import { setupTypes, variants, variantsOfType } from "../../schemas/variants.js";

const UPDATE_SCOPE = "update:flows_vault_connections";

/** What the operations work on. */
export interface ApiParts extends TokenEndpointParts {
  readonly store: ConnectionStore;
}

/** Answers a request to the two operations or the token endpoint as the document says, and applies what it asks for. */
export async function answerAsDocumented(request: RecordedRequest, parts: ApiParts): Promise<Reply> {
  const outcome = await operate(request, parts);
  return "body" in outcome ? outcome : errorReply(outcome);
}

async function operate(request: RecordedRequest, parts: ApiParts): Promise<Reply | Problem> {
  const { store, choices, tokens } = parts;
  switch (request.operation) {
    case "token":
      return issueToken(request, parts);
    case "list":
      return (await refusal(request, tokens)) ?? list(request.query, store, choices);
    case "update":
      return (await refusal(request, tokens, UPDATE_SCOPE)) ?? update(request, store);
    case "other":
      return { status: 404, message: "There is nothing at this address." };
  }
}

/** What keeps the bearer of the request from an operation ("Errors", 401 and 403); undefined if nothing does. */
async function refusal({ headers }: RecordedRequest, tokens: Tokens, scope?: string): Promise<Problem | undefined> {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const verdict = token === undefined ? { refused: "Invalid token" } : await tokens.verify(token);
  if ("refused" in verdict) return { status: 401, message: verdict.refused, headers: { "WWW-Authenticate": "Bearer" } };
  if (scope === undefined || verdict.scopes.has(scope)) return undefined;
  return { status: 403, message: `Insufficient scope, expected any of: ${scope}` };
}

/** What is wrong with a request, before it has the shape of a reply. */
interface Problem {
  readonly status: number;
  /** One sentence for people. */
  readonly message: string;
  readonly headers?: Reply["headers"];
}

const CODES: Readonly<Record<number, string>> = {
  400: "invalid_body",
  401: "invalid_token",
  403: "insufficient_scope",
  404: "inexistent_connection",
  429: "too_many_requests",
};

/** Reports a problem in a common shape; the document shows none ("Errors"). What other shapes there are is up to faults. */
export function errorReply({ status, message, headers }: Problem): Reply {
  const [error, errorCode] = [STATUS_CODES[status] ?? "Error", CODES[status] ?? "error"];
  return jsonReply(status, { statusCode: status, error, message, errorCode }, headers);
}

/** The limits of "GET {base_url}/flows/vault/connections". */
const LIMITS = {
  page: { minimum: 0, maximum: 1000, default: 0 },
  per_page: { minimum: 1, maximum: 100, default: 50 },
} as const;
const PARAMETERS = [...Object.keys(LIMITS), "include_totals"];

/** Answers the list operation with one page. */
function list(query: URLSearchParams, store: ConnectionStore, choices: Choices): Reply | Problem {
  const asked = parseQuery(query);
  if ("status" in asked) return asked;
  const records = `[${store.page(asked.page, asked.perPage).join(",")}]`;
  return textReply(
    200,
    "application/json; charset=utf-8",
    asked.includeTotals ? withTotals(records, store.size, choices) : records,
  );
}

/** Wraps the records in the chosen shape ("Response 200", 2). */
function withTotals(records: string, total: number, { totals }: Choices): string {
  return `{${JSON.stringify(totals.total)}:${total + (totals.error ?? 0)},${JSON.stringify(totals.records)}:${records}}`;
}

/** Reads the query parameters; what breaks a limit is a 400, though the document lists no statuses for this operation. */
function parseQuery(query: URLSearchParams) {
  for (const name of new Set(query.keys())) {
    if (!PARAMETERS.includes(name)) return invalid(`The query parameter ${name} is not allowed.`);
    if (query.getAll(name).length > 1) return invalid(`The query parameter ${name} must be given once.`);
  }
  const page = integer(query, "page");
  const perPage = integer(query, "per_page");
  const includeTotals = query.get("include_totals") ?? "false";
  if (typeof page !== "number") return page;
  if (typeof perPage !== "number") return perPage;
  if (includeTotals !== "true" && includeTotals !== "false")
    return invalid("The query parameter include_totals must be true or false.");
  return { page, perPage, includeTotals: includeTotals === "true" };
}

function integer(query: URLSearchParams, name: keyof typeof LIMITS): number | Problem {
  const { minimum, maximum, default: fallback } = LIMITS[name];
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  const within = value >= minimum && value <= maximum;
  return within ? value : invalid(`The query parameter ${name} must be an integer from ${minimum} to ${maximum}.`);
}

function invalid(message: string): Problem {
  return { status: 400, message };
}

const MAX_ID_LENGTH = recordFields.find(({ name }) => name === "id")?.maxLength ?? 0;

/** Answers "PATCH {base_url}/flows/vault/connections/{id}". The request is marked as applied if it changed the connection. */
function update(request: RecordedRequest, store: ConnectionStore): Reply | Problem {
  const { id } = request;
  if (id === undefined) return invalid("The path parameter id is not valid.");
  if (Array.from(id).length > MAX_ID_LENGTH)
    return invalid(`The path parameter id must have at most ${MAX_ID_LENGTH} characters.`);
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    return invalid("The content type must be application/json.");
  const decoded = decodeBody(request.body);
  if (decoded === undefined) return invalid("The request body is not valid JSON.");
  const valid = validateUpdate(decoded.value);
  if ("status" in valid) return valid;
  if (Object.keys(valid.update).length === 0) {
    return invalid("The request body must have the property name or setup.");
  }
  const record = store.update(id, valid.update);
  if (record === undefined) return { status: 404, message: "The vault connection does not exist." };
  request.applied = true;
  return jsonReply(200, record);
}

/** Decodes the JSON of a body; undefined where it is none, or not UTF-8. */
function decodeBody(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

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
function validateUpdate(body: unknown): { readonly update: Update } | Problem {
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
