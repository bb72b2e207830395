import { checkSetup, checkSetupFile, type Fault } from "../../schemas/checkSetup.js";
import { variants } from "../../schemas/variants.js";
import type { RecordedRequest, Reply } from "./messages.js";
import type { Choices, ConnectionStore, Update } from "./store.js";
import { issueToken, type TokenEndpointParts, type Tokens } from "./tokens.js";

/** What the operations work on. */
export interface ApiParts extends TokenEndpointParts {
  readonly store: ConnectionStore;
  readonly choices: Choices;
}

/** Answers a request to the two operations or the token endpoint as the document says, and applies what it asks for. */
export async function answerAsDocumented(request: RecordedRequest, parts: ApiParts): Promise<Reply> {
  const { store, choices, tokens } = parts;
  switch (request.operation) {
    case "token":
      return issueToken(request, parts);
    case "list":
      return (await refusal(request, tokens)) ?? list(request.query, store, choices);
    case "update":
      return (await refusal(request, tokens, "update:flows_vault_connections")) ?? update(request, store);
    case "other":
      return errorReply(404, "There is nothing at this address.");
  }
}

/** What keeps the bearer of the request from an operation ("Errors", 401 and 403); undefined if nothing does. */
async function refusal({ headers }: RecordedRequest, tokens: Tokens, scope?: string): Promise<Reply | undefined> {
  const verdict = await tokens.verify(/^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
  if ("refused" in verdict) return { ...errorReply(401, verdict.refused), headers: { "WWW-Authenticate": "Bearer" } };
  if (scope === undefined || verdict.scopes.includes(scope)) return undefined;
  return errorReply(403, `Insufficient scope, expected any of: ${scope}`);
}

/** Reports a problem in a common shape; the document shows none ("Errors"). What other shapes there are is up to faults. */
export function errorReply(status: number, message: string): Reply {
  return { status, body: JSON.stringify({ statusCode: status, message }) };
}

/** Answers the list operation with one page, in the chosen shape ("Response 200", 2). What breaks a limit is a 400, though the document lists no statuses for it. */
function list(query: URLSearchParams, store: ConnectionStore, { totalError, pageLimit = Infinity }: Choices): Reply {
  const known = ["page", "per_page", "include_totals"];
  const wrong = [...query.keys()].find((name) => !known.includes(name) || query.getAll(name).length > 1);
  if (wrong !== undefined) return errorReply(400, `The query parameter ${wrong} is unknown, or there twice.`);
  const integer = (text: string) => (/^\d+$/.test(text) ? Number(text) : NaN);
  const [page, perPage] = [integer(query.get("page") ?? "0"), integer(query.get("per_page") ?? "50")];
  if (!(page >= 0 && page <= 1000)) return errorReply(400, "The query parameter page must be from 0 to 1000.");
  if (!(perPage >= 1 && perPage <= 100)) return errorReply(400, "The query parameter per_page must be from 1 to 100.");
  const total = totalError === undefined ? undefined : store.size + totalError;
  const connections = store
    .page(page, Math.min(perPage, pageLimit))
    .map((record) => ({ ...record, environment: undefined }));
  return {
    status: 200,
    body: JSON.stringify(query.get("include_totals") === "true" ? { total, connections } : connections),
  };
}

/** Answers "PATCH {base_url}/flows/vault/connections/{id}". The request is marked as applied if it changed the connection. */
function update(request: RecordedRequest, store: ConnectionStore): Reply {
  const body = bodyOf(request);
  if (body === undefined) return errorReply(400, "The request body is not valid JSON.");
  const fault = firstFault(body);
  if (fault) return errorReply(400, `The property ${fault.path.join(".")} is not valid (${fault.code}).`);
  const record = store.update(request.id ?? "", body);
  if (record === undefined) return errorReply(404, "The vault connection does not exist.");
  request.applied = true;
  return { status: 200, body: JSON.stringify(record) };
}

/** The JSON of a request's body, which has to be UTF-8; undefined if it's something else. */
function bodyOf({ headers, body }: RecordedRequest): Update | undefined {
  if (headers["content-type"]?.startsWith("application/json") !== true) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body)) as Update;
  } catch {
    return undefined;
  }
}

/** Checks a body against "Update request body" and "Setup variants". @returns the first thing wrong with it */
function firstFault(body: Update): Pick<Fault, "code" | "path"> | undefined {
  const [fault] = checkSetupFile(body);
  if (fault) return fault;
  const names = Object.keys(body);
  if (names.length === 0) return { code: "missing-property", path: ["name"] };
  const unknown = names.find((name) => name !== "name" && name !== "setup");
  if (unknown !== undefined) return { code: "unknown-property", path: [unknown] };
  return "setup" in body ? faultOfSetup(body.setup) : undefined;
}

/** What is wrong with a setup that fits no variant: the first fault beside the nearest of its type. */
function faultOfSetup(setup: Update["setup"] | null): Pick<Fault, "code" | "path"> | undefined {
  const type = setup?.["type"];
  const candidates = variants.filter((one) => (type === undefined ? !one.typeRequired : one.type === type));
  const found = candidates.map((variant) => checkSetup(variant, setup)).sort((a, b) => a.length - b.length);
  const [nearest = [{ code: "invalid-value", path: ["type"] } as const]] = found;
  return nearest[0] && { ...nearest[0], path: ["setup", ...nearest[0].path] };
}
