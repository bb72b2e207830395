import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { type Client, SCOPES, Tokens, type TokenOptions } from "./tokens.js";
import type { Tls } from "./certificates.js";
import { defaultChoices, type Choices } from "./choices.js";
import { ConnectionStore } from "./store.js";
import { answerWithFaults, FaultQueue } from "./faults.js";
import { createExchange } from "./exchange.js";
import { BASE_PATH, RequestLog } from "./messages.js";

export interface ServiceOptions {
  /** How many connections there are; 12 if not given. */
  readonly connections?: number | undefined;
  /** When the last of them was changed, in milliseconds since the epoch; always the same moment if not given. */
  readonly latestChange?: number | undefined;
  /** The port on the loopback interface; any that is free if not given. */
  readonly port?: number | undefined;
  /** Serves HTTPS with this certificate. */
  readonly tls?: Tls | undefined;
  readonly choices?: Partial<Choices> | undefined;
  /** How long each reply takes at least, in milliseconds; 0 if not given. */
  readonly serviceTime?: number | undefined;
  /** The present, in milliseconds since the epoch; the system's clock if not given. */
  readonly now?: (() => number) | undefined;
}

/** A running service, with all that a test may want to see and to disturb. */
export type Service = Awaited<ReturnType<typeof startService>>;

const DAY_SECONDS = 86_400;

/** Starts the service of the interface document on the loopback interface. It has no state beyond the process. */
export async function startService(options: ServiceOptions = {}) {
  const now = options.now ?? Date.now;
  const choices: Choices = { ...defaultChoices(), ...options.choices };
  const store = new ConnectionStore(options.connections ?? 12, choices, now, options.latestChange);
  const tokens = new Tokens(now);
  const queue = new FaultQueue();
  const requests = new RequestLog();
  const client: Client = {
    id: `flows-${randomBytes(6).toString("hex")}`,
    secret: randomBytes(24).toString("base64url"),
    publicKey: undefined,
    tokenLifetimeSeconds: DAY_SECONDS,
    scopes: SCOPES,
  };
  const parts = { store, tokens, client, seen: new Set<string>(), choices, now, origin: () => origin, queue };
  const exchange = createExchange({
    answer: (request, signal) => answerWithFaults(request, parts, signal),
    requests,
    serviceTime: options.serviceTime ?? 0,
  });
  const server = options.tls ? https.createServer(options.tls, exchange) : http.createServer(exchange);
  server.on("connection", () => requests.sockets++);
  await once(server.listen(options.port ?? 0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `${options.tls ? "https" : "http"}://127.0.0.1:${port}`;
  return {
    origin,
    /** {base_url} of the document, without a slash at its end. */
    baseUrl: origin + BASE_PATH,
    /** {auth_url} of the document, without a slash at its end. */
    authUrl: origin,
    clientId: client.id,
    clientSecret: client.secret,
    /** A token with all four scopes, good for a day. */
    accessToken: await tokens.issue({ audience: `${origin}${BASE_PATH}/` }),
    /** Issues a token. */
    token: (tokenOptions?: TokenOptions) => tokens.issue(tokenOptions),
    /** Makes every token issued so far invalid, as a service that changes its keys. */
    revokeTokens: () => {
      tokens.revokeAll();
    },
    /** What the token endpoint knows about its client; may be changed. */
    client,
    requests,
    connections: store,
    faults: queue,
    /** May be changed at any time. */
    choices,
    close: async () => {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}
