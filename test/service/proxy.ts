import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Tls } from "./certificates.js";

export interface ProxyOptions {
  /** Where the hosts it knows really are: ports on the loopback interface. */
  readonly routes: Readonly<Record<string, number>>;
  /** The value of Proxy-Authorization it wants to see. */
  readonly authorization?: string;
  /** The values of Proxy-Authenticate. */
  readonly challenges?: readonly string[];
  /** Speaks TLS itself. */
  readonly tls?: Tls;
  /** How it answers for hosts that it doesn't know. */
  readonly status?: number;
}

const BASIC = ['Basic realm="test"'];

/** Starts a proxy on the loopback interface that writes down what it is asked for. It opens tunnels to the hosts it knows. */
export async function startProxy({ routes, authorization, challenges = BASIC, tls, status = 502 }: ProxyOptions) {
  /** What it was asked for, such as `acme.example.com:443`. */
  const asked: string[] = [];
  /** The value of each Proxy-Authorization that was sent. */
  const authorizations: (string | undefined)[] = [];
  const open = new Set<Duplex>();
  let seen = "";
  const server = tls ? https.createServer(tls) : http.createServer();
  server.on("connect", ({ url = "", headers }, socket) => {
    open.add(socket.on("error", () => undefined));
    asked.push(url);
    const given = headers["proxy-authorization"];
    authorizations.push(given);
    const port = routes[url];
    if (authorization !== undefined && given !== authorization) {
      const wanted = challenges.map((challenge) => `Proxy-Authenticate: ${challenge}\r\n`).join("");
      socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${wanted}Content-Length: 6\r\n\r\ndenied`);
    } else if (port === undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
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
