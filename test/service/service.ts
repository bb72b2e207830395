import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tls } from "./certificates.js";
import { answerWithFaults, FaultQueue } from "./faults.js";
import { BASE_PATH, type RecordedRequest, type Reply, RequestLog, route } from "./messages.js";
import { type Choices, ConnectionStore } from "./store.js";
import { type Client, SCOPES, Tokens } from "./tokens.js";

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
}

/** A running service, with all that a test may want to see and to disturb. */
export type Service = Awaited<ReturnType<typeof startService>>;

/** Starts the service of the interface document on the loopback interface. It has no state beyond the process. */
export async function startService(options: ServiceOptions = {}) {
  const { tls, serviceTime = 0 } = options;
  const choices: Choices = { totalError: 0, fingerprint: "revision", ...options.choices };
  const store = new ConnectionStore(options.connections ?? 12, choices, options.latestChange);
  const tokens = new Tokens();
  const queue = new FaultQueue();
  const requests = new RequestLog();
  const client: Client = {
    id: `flows-${randomBytes(6).toString("hex")}`,
    secret: randomBytes(24).toString("base64url"),
    tokenLifetimeSeconds: 86_400,
    scopes: SCOPES,
  };
  const parts = { store, tokens, client, choices, origin: () => origin, queue };

  /** Takes one request from its socket and brings the answer back. @param gone tells when the client is gone */
  const exchange = async (request: IncomingMessage, response: ServerResponse, gone: AbortSignal) => {
    const time = Date.now();
    const { method = "", headers } = request;
    const [path = "", search] = (request.url ?? "").split(/\?(.*)/s);
    const query = new URLSearchParams(search);
    const body = await buffer(request);
    const found = { ...route(method, path, query), time, method, path, query, headers, body };
    const recorded: RecordedRequest = { ...found, applied: false };
    requests.add(recorded);
    if (serviceTime > 0) await sleep(serviceTime, undefined, { signal: gone });
    const answer = await answerWithFaults(recorded, parts, gone);
    if (answer === "reset") request.socket.resetAndDestroy();
    else if (answer === "close") response.destroy();
    else if (answer !== "hang") {
      recorded.status = answer.status;
      await send(answer, response, gone);
    }
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    exchange(request, response, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted) console.error("The embedded service failed:", error);
      response.destroy();
    });
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.on("connection", () => requests.sockets++);
  await once(server.listen(options.port ?? 0, "127.0.0.1"), "listening");
  const origin = `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** {base_url} of the document, without a slash at its end. */
    baseUrl: origin + BASE_PATH,
    /** {auth_url} of the document, without a slash at its end. */
    authUrl: origin,
    clientId: client.id,
    clientSecret: client.secret,
    /** A token with all four scopes, good for a day. */
    accessToken: await tokens.issue(),
    /** Issues a token. */
    token: tokens.issue.bind(tokens),
    /** Makes every token issued so far invalid, as a service that changes its keys. */
    revokeTokens: tokens.revokeAll.bind(tokens),
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

/** Writes a reply. A body whose length the headers tell ends with the connection, once its bytes are on their way. */
async function send(
  { status, headers = {}, body, everyMilliseconds }: Reply,
  response: ServerResponse,
  gone: AbortSignal,
) {
  const usual = { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(body) };
  response.writeHead(status, { ...usual, ...headers });
  if ("Content-Length" in headers) response.write(body, () => response.destroy());
  else if (everyMilliseconds === undefined) response.end(body);
  else {
    for (const byte of Buffer.from(body)) {
      response.write(Buffer.of(byte));
      await sleep(everyMilliseconds, undefined, { signal: gone });
    }
    response.end();
  }
}
