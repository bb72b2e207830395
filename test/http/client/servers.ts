import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import http from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { closeAfterwards, openService } from "./support.js";
import { certificate, type Tls } from "../../service/certificates.js";

/**
 * A server that isn't the service and never belongs to a tenant: it counts who connects, and does with each connection
 * as told.
 */
export async function stranger(onSocket: (socket: net.Socket) => void = () => undefined) {
  let count = 0;
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    count++;
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
    onSocket(socket);
  });
  const port = await listening(server);
  const close = () => {
    for (const socket of open) socket.destroy();
    return once(server.close(), "close");
  };
  /** What a client needs that takes it for a tenant's service. */
  const address = { baseUrl: `http://127.0.0.1:${port}/api/v2`, accessToken: "canary-access-token" };
  return closeAfterwards({ port, address, sockets: () => count, close });
}

/** A port no one listens on. */
export async function deadPort(): Promise<number> {
  const server = net.createServer();
  const port = await listening(server);
  await once(server.close(), "close");
  return port;
}

/** Answers every request with the same head and body, written as they are. */
export function answering(head: string, body: string | Buffer = "") {
  const reply = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);
  return stranger((socket) => socket.on("data", () => socket.end(reply)));
}

async function listening(server: net.Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as net.AddressInfo).port;
}

/** The host of the service that only a proxy can find. */
export const TENANT = "acme.example.com";

/** A service that is known as acme.example.com behind a proxy, and nowhere else. */
export async function behindProxy(options: Omit<ProxyOptions, "routes"> = {}) {
  const service = await openService({ tls: certificate("tenants") });
  const routes = { [`${TENANT}:443`]: Number(new URL(service.origin).port) };
  const proxy = closeAfterwards(await startProxy({ routes, ...options }));
  return { service, proxy };
}

export interface ProxyOptions {
  /** Where the hosts it knows really are: ports on the loopback interface. */
  readonly routes: Readonly<Record<string, number>>;
  /** The value of Proxy-Authorization it wants to see. */
  readonly authorization?: string;
  /** Speaks TLS itself. */
  readonly tls?: Tls;
}

/** Starts a proxy on the loopback interface that writes down what it is asked for. It opens tunnels to the hosts it knows, and answers 502 for others. */
export async function startProxy({ routes, authorization, tls }: ProxyOptions) {
  /** What it was asked for, such as `CONNECT acme.example.com:443`. */
  const asked: string[] = [];
  /** The value of each Proxy-Authorization that was sent. */
  const authorizations: (string | undefined)[] = [];
  const open = new Set<Duplex>();
  let seen = "";
  const server = tls ? https.createServer(tls) : http.createServer();
  server.on("request", (request, response) => {
    asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
    response.writeHead(501).end();
  });
  server.on("connect", (request, socket) => {
    open.add(socket.on("error", () => undefined));
    asked.push(`CONNECT ${request.url ?? ""}`);
    authorizations.push(request.headers["proxy-authorization"]);
    const port = routes[request.url ?? ""];
    if (authorization !== undefined && request.headers["proxy-authorization"] !== authorization) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="test"\r\nContent-Length: 6\r\n\r\ndenied',
      );
    } else if (port === undefined) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    } else {
      const target = net.connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.on("data", (chunk: Buffer) => (seen += chunk.toString("latin1")));
        socket.pipe(target).pipe(socket);
      });
      open.add(target.on("error", () => socket.destroy()));
    }
  });
  server.on("connection", (socket: net.Socket) => open.add(socket.on("error", () => undefined)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    for (const socket of open) socket.destroy();
    return once(server.close(), "close");
  };
  return {
    address: `${tls ? "https" : "http"}://${host}`,
    host,
    asked,
    authorizations,
    /** Everything that went through, as the proxy saw it. */
    seen: () => seen,
    close,
  };
}
