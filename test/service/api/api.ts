import type { Choices } from "../choices.js";
import type { ConnectionStore } from "../data/store.js";
import type { Reply } from "../http/reply.js";
import type { RecordedRequest } from "../http/request-log.js";
import { ClientAssertions } from "./client-assertion.js";
import { errorReply, type Problem } from "./error-reply.js";
import { list } from "./list.js";
import { RateLimiter, rateLimitHeaders, type RateLimit } from "./rate-limit.js";
import { issueToken, type Client } from "./token-endpoint.js";
import type { Tokens } from "./tokens.js";
import { update } from "./update.js";

const UPDATE_SCOPE = "update:flows_vault_connections";

/** What the operations work on. */
export interface ApiParts {
  readonly store: ConnectionStore;
  readonly tokens: Tokens;
  readonly client: Client;
  readonly choices: Choices;
  /** The service's own origin, known once it listens. */
  readonly origin: () => string;
  /** The present, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** The two operations and the token endpoint: requests in, replies out, no socket. */
export class Api {
  readonly #limiter: RateLimiter | undefined;
  readonly #assertions = new ClientAssertions();

  /** @param limit the rate limit of the two operations; undefined: none. */
  constructor(
    private readonly parts: ApiParts,
    limit: RateLimit | undefined,
  ) {
    this.#limiter = limit && new RateLimiter(limit, parts.now);
  }

  /** Answers a request as the document says, and applies what it asks for. */
  async answer(request: RecordedRequest): Promise<Reply> {
    const { choices, now } = this.parts;
    const state = request.operation === "token" ? undefined : this.#limiter?.take();
    const outcome =
      state?.exceeded === true ? { status: 429, message: "Too many requests." } : await this.#operate(request);
    const reply = "body" in outcome ? outcome : errorReply(outcome);
    return state ? { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(state, choices, now()) } } : reply;
  }

  async #operate(request: RecordedRequest): Promise<Reply | Problem> {
    const { store, tokens, client, choices, origin, now } = this.parts;
    switch (request.operation) {
      case "token":
        return issueToken(request, { client, tokens, assertions: this.#assertions, choices, origin: origin(), now });
      case "list":
        return (await this.#refusal(request)) ?? list(request.query, store, choices);
      case "update":
        return (await this.#refusal(request, UPDATE_SCOPE)) ?? update(request, store);
      case "other":
        return { status: 404, message: "There is nothing at this address." };
    }
  }

  /** What keeps the bearer of the request from an operation ("Errors", 401 and 403); undefined if nothing does. */
  async #refusal({ headers }: RecordedRequest, scope?: string): Promise<Problem | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    const verdict = token === undefined ? { refused: "Invalid token" } : await this.parts.tokens.verify(token);
    if ("refused" in verdict)
      return { status: 401, message: verdict.refused, headers: { "WWW-Authenticate": "Bearer" } };
    if (scope === undefined || verdict.scopes.has(scope)) return undefined;
    return { status: 403, message: `Insufficient scope, expected any of: ${scope}` };
  }
}
