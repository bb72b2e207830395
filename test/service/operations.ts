import { STATUS_CODES } from "node:http";
import { checkSetup, checkSetupFile, type Fault } from "../../schemas/checkSetup.js";
import { recordFields } from "../../schemas/fields.js";
import { setupTypes, variants, variantsOfType } from "../../schemas/variants.js";
import { type RecordedRequest, type Reply, textReply } from "./messages.js";
import type { Choices, ConnectionStore, Update } from "./store.js";
import { issueToken, type TokenEndpointParts, type Tokens } from "./tokens.js";

/** What the operations work on. */
export interface ApiParts extends TokenEndpointParts {
  readonly store: ConnectionStore;
}

/** Answers a request to the two operations or the token endpoint as the document says, and applies what it asks for. */
export async function answerAsDocumented(request: RecordedRequest, parts: ApiParts): Promise<Reply> {
  const { store, choices, tokens } = parts;
  switch (request.operation) {
    case "token":
      return issueToken(request, parts);
    case "list":
      return asReply((await refusal(request, tokens)) ?? list(request.query, store, choices));
    case "update":
      return asReply((await refusal(request, tokens, "update:flows_vault_connections")) ?? update(request, store));
    case "other":
      return errorReply({ status: 404, message: "There is nothing at this address." });
  }
}

function asReply(outcome: Reply | Problem): Reply {
  return "body" in outcome ? outcome : errorReply(outcome);
}

/** What keeps the bearer of the request from an operation ("Errors", 401 and 403); undefined if nothing does. */
async function refusal({ headers }: RecordedRequest, tokens: Tokens, scope?: string): Promise<Problem | undefined> {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const verdict = token === undefined ? { refused: "Invalid token" } : await tokens.verify(token);
  if ("refused" in verdict) return { status: 401, message: verdict.refused, headers: { "WWW-Authenticate": "Bearer" } };
  if (scope === undefined || verdict.scopes.includes(scope)) return undefined;
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
  return textReply(status, JSON.stringify({ statusCode: status, error, message, errorCode }), headers);
}

/** The limits of "GET {base_url}/flows/vault/connections". */
const LIMITS = {
  page: { minimum: 0, maximum: 1000, default: 0 },
  per_page: { minimum: 1, maximum: 100, default: 50 },
} as const;

/** Answers the list operation with one page, in the chosen shape ("Response 200", 2). What breaks a limit is a 400, though the document lists no statuses for it. */
function list(query: URLSearchParams, store: ConnectionStore, { totals }: Choices): Reply | Problem {
  for (const name of new Set(query.keys())) {
    if (![...Object.keys(LIMITS), "include_totals"].includes(name))
      return invalid(`The query parameter ${name} is not allowed.`);
    if (query.getAll(name).length > 1) return invalid(`The query parameter ${name} must be given once.`);
  }
  const [page, perPage] = [integer(query, "page"), integer(query, "per_page")];
  const includeTotals = query.get("include_totals") ?? "false";
  if (typeof page !== "number") return page;
  if (typeof perPage !== "number") return perPage;
  if (!["true", "false"].includes(includeTotals))
    return invalid("The query parameter include_totals must be true or false.");
  const records = `[${store.page(page, perPage).join(",")}]`;
  const total = `${JSON.stringify(totals.total)}:${store.size + (totals.error ?? 0)}`;
  return textReply(200, includeTotals === "true" ? `{${total},${JSON.stringify(totals.records)}:${records}}` : records);
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
  const body = decodeBody(request.body);
  if (body === undefined) return invalid("The request body is not valid JSON.");
  const fault = firstFault(body.value);
  if (fault) {
    const place = fault.path.length === 0 ? "The request body" : `The property ${fault.path.join(".")}`;
    return invalid(`${place} is not valid (${fault.code}).`);
  }
  if (Object.keys(body.value as Update).length === 0)
    return invalid("The request body must have the property name or setup.");
  const record = store.update(id, body.value as Update);
  if (record === undefined) return { status: 404, message: "The vault connection does not exist." };
  request.applied = true;
  return textReply(200, JSON.stringify(record));
}

/** Decodes the JSON of a body; undefined where it is none, or not UTF-8. */
function decodeBody(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

/** Checks a decoded body against "Update request body" and "Setup variants". @returns the first thing wrong with it */
function firstFault(body: unknown): Pick<Fault, "code" | "path"> | undefined {
  const [fault] = checkSetupFile(body);
  if (fault) return fault;
  const update = body as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(update).find((name) => name !== "name" && name !== "setup");
  if (unknown !== undefined) return { code: "unknown-property", path: [unknown] };
  return Object.hasOwn(update, "setup") ? faultOfSetup(update["setup"]) : undefined;
}

/** What is wrong with a setup that doesn't fit exactly one variant: the first fault beside the nearest of its type. */
function faultOfSetup(setup: unknown): Pick<Fault, "code" | "path"> | undefined {
  const type = (setup as { readonly type?: unknown } | null)?.type;
  if (type !== undefined && (typeof type !== "string" || !setupTypes.includes(type)))
    return { code: "invalid-value", path: ["setup", "type"] };
  if (variants.filter((variant) => checkSetup(variant, setup).length === 0).length === 1) return undefined;
  const candidates = type === undefined ? variants.filter(({ typeRequired }) => !typeRequired) : variantsOfType(type);
  const [nearest] = candidates.map((variant) => checkSetup(variant, setup)).sort((a, b) => a.length - b.length);
  const { code, path } = nearest?.[0] ?? { code: "invalid-value", path: [] };
  return { code, path: ["setup", ...path] };
}
