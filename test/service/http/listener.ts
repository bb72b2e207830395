import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** A certificate and its key in PEM form. */
export interface Tls {
  readonly key: string;
  /** The certificate, with those between it and the authority after it. */
  readonly cert: string;
}

export interface ListenerOptions {
  /** 0 for any port that is free. */
  readonly port: number;
  readonly tls?: Tls | undefined;
  readonly onSocket: () => void;
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
}

/** A server on the loopback interface that can break its connections off. */
export interface Listener {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Resets (RST) the connection a request came on. */
  reset(request: IncomingMessage): void;
  /** Closes (FIN) the connection a request came on. */
  hangUp(request: IncomingMessage): void;
  /** Stops listening and resets what is open. */
  close(): Promise<void>;
}

/** Listens for HTTP, or with a certificate for HTTPS, on 127.0.0.1 alone. Rejects where the port can't be had. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const server = options.tls
    ? https.createServer(options.tls, options.onRequest)
    : http.createServer(options.onRequest);
  const sockets = trackSockets(server, options.onSocket);
  await once(server.listen(options.port, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const socketOf = ({ socket }: IncomingMessage): Socket => sockets.get(socket.remotePort ?? 0) ?? socket;
  return {
    origin: `${options.tls ? "https" : "http"}://127.0.0.1:${port}`,
    reset: (request) => socketOf(request).resetAndDestroy(),
    hangUp: (request) => socketOf(request).destroy(),
    close: async () => {
      const closed = once(server.close(), "close");
      for (const socket of sockets.values()) socket.resetAndDestroy();
      await closed;
    },
  };
}

/** The open TCP connections by the port of the client. With TLS a request only knows the encrypted layer above, which can't be reset. */
function trackSockets(server: http.Server | https.Server, onSocket: () => void): ReadonlyMap<number, Socket> {
  const sockets = new Map<number, Socket>();
  server.on("connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once("close", () => {
      if (sockets.get(port) === socket) sockets.delete(port);
    });
    socket.on("error", () => undefined);
    onSocket();
  });
  return sockets;
}
