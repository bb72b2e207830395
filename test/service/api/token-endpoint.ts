import type { Choices } from "../choices.js";
import { jsonReply, type Reply } from "../http/reply.js";
import type { RecordedRequest } from "../http/request-log.js";
import { assertionProblem } from "./client-assertion.js";
import { BASE_PATH } from "./route.js";
import type { Tokens } from "./tokens.js";

/** The one client the service knows, and what it is given. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** The key its assertions are checked with, as PEM text; undefined where it has none. Read at each request. */
  publicKey: string | undefined;
  /** How long its tokens live. Read at each request. */
  tokenLifetimeSeconds: number;
  /** The scopes it may have. Read at each request. */
  scopes: readonly string[];
}

/** What the token endpoint works on. */
export interface TokenEndpointParts {
  readonly client: Client;
  readonly tokens: Tokens;
  /** The ids of the client's assertions that were accepted. */
  readonly seen: Set<string>;
  readonly choices: Choices;
  /** The service's own origin, known once it listens; an audience may begin with it. */
  readonly origin: () => string;
  /** The present, in milliseconds since the epoch. */
  readonly now: () => number;
}

const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" };

/**
 * Answers {auth_url}/oauth/token/ ("Authentication", 2): the client credentials
 * grant of OAuth 2.0 (RFC 6749, section 4.4), with credentials in the form or as
 * an assertion (RFC 7523), and errors as section 5.2 of RFC 6749 has them.
 */
export async function issueToken(request: RecordedRequest, parts: TokenEndpointParts): Promise<Reply> {
  const { client, tokens } = parts;
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
    return oauthError(400, "invalid_request", "The body must be form-encoded.");
  }
  const form = new URLSearchParams(request.body.toString("utf8"));
  if (form.get("grant_type") !== "client_credentials")
    return oauthError(400, "unsupported_grant_type", "Only client_credentials is supported.");
  const problem = await clientProblem(request, form, parts);
  if (problem !== undefined) return oauthError(401, "invalid_client", problem);
  const audience = form.get("audience");
  if (audience === null) return oauthError(400, "invalid_request", "The parameter audience is missing.");
  if (!isAudience(audience, parts.origin())) return oauthError(400, "invalid_target", "The audience is not known.");
  const { scopes, tokenLifetimeSeconds: expires_in } = client;
  const access_token = await tokens.issue({ scopes, audience, expiresInSeconds: expires_in });
  return jsonReply(200, { access_token, token_type: "Bearer", expires_in, scope: scopes.join(" ") }, NO_STORE);
}

/** Why a request isn't the client's; undefined where it is. */
async function clientProblem(
  request: RecordedRequest,
  form: URLSearchParams,
  { client, seen, choices, origin, now }: TokenEndpointParts,
): Promise<string | undefined> {
  if (!form.has("client_assertion") && !form.has("client_assertion_type"))
    return form.get("client_id") === client.id && form.get("client_secret") === client.secret
      ? undefined
      : "The client id or the client secret is wrong.";
  const audience = choices.assertionAudience ?? `${origin()}${request.path}`;
  return assertionProblem(form, client, audience, seen, now());
}

/** "The form parameter audience is the API base path /api/v2/": the path alone, or the address that ends with it. */
function isAudience(audience: string, origin: string): boolean {
  return [`${BASE_PATH}/`, `${origin}${BASE_PATH}/`].includes(audience);
}

function oauthError(status: number, error: string, description: string): Reply {
  return jsonReply(status, { error, error_description: description }, NO_STORE);
}
