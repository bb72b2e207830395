import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type Duplex } from "node:stream";

/**
 * The page asks its server for half of the key that SecretStorage is encrypted with. VS Code's own server does not
 * answer, and secrets are then lost on reload. The same bytes each time keep them.
 */
const MINTED_KEY = Buffer.alloc(32, "vault-connections test key half ");

/** A reverse proxy in front of a VS Code server. */
export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens on loopback and passes everything on to the VS Code server, WebSockets included, except for
 * `POST /mint-key`, which it answers itself.
 *
 * @param port the port to listen on, 0 for any
 * @param targetPort the VS Code server's port on loopback
 */
export async function startFront(port: number, targetPort: number): Promise<Front> {
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "POST" && incoming.url === "/mint-key") {
      incoming.resume();
      outgoing.writeHead(200, { "content-type": "application/octet-stream" }).end(MINTED_KEY);
      return;
    }
    passOn(incoming, outgoing, targetPort);
  });
  server.on("connection", (socket) => {
    remember(sockets, socket);
  });
  server.on("upgrade", (incoming, socket, head) => {
    sockets.add(tunnel(incoming, socket, head, targetPort));
  });
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function remember(sockets: Set<Duplex>, socket: Socket): void {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
  socket.on("error", () => socket.destroy());
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  onward.on("error", () => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  incoming.pipe(onward);
}

/** Repeats the upgrade request to the VS Code server and joins the two sockets. */
function tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer, port: number): Socket {
  const onward = connect(port, "127.0.0.1", () => {
    const lines = [`${incoming.method ?? "GET"} ${incoming.url ?? "/"} HTTP/1.1`];
    for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
      lines.push(`${incoming.rawHeaders[i] ?? ""}: ${incoming.rawHeaders[i + 1] ?? ""}`);
    }
    onward.write(`${lines.join("\r\n")}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket);
    socket.pipe(onward);
  });
  onward.on("error", () => socket.destroy());
  onward.on("close", () => socket.destroy());
  socket.on("error", () => onward.destroy());
  socket.on("close", () => onward.destroy());
  return onward;
}
