import type { ConnectionStore } from "../data/store.js";
import type { Reply } from "../http/reply.js";
import type { RecordedRequest } from "../http/request-log.js";
import { errorReply, type Problem } from "./error-reply.js";
import { list } from "./list.js";
import { issueToken, type TokenEndpointParts } from "./token-endpoint.js";
import type { Tokens } from "./tokens.js";
import { update } from "./update.js";

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
