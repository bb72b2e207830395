import type http from "node:http";
import net from "node:net";
import { closeAfterwards } from "./support.js";

/** A server that is not the service: it counts who connects, and never belongs to a tenant. */
export interface Stranger {
  readonly port: number;
  /** How many connections were opened to it. */
  readonly sockets: () => number;
  /** Everything that was sent to it. */
  readonly received: () => string;
  close(): Promise<void>;
}

/** Listens on the loopback interface and does with each connection as told. */
export async function stranger(onSocket: (socket: net.Socket) => void = () => undefined): Promise<Stranger> {
  let count = 0;
  let received = "";
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    count++;
    open.add(socket);
    socket
      .on("data", (chunk) => (received += chunk.toString("latin1")))
      .on("error", () => undefined)
      .on("close", () => open.delete(socket));
    onSocket(socket);
  });
  const port = await listening(server);
  const close = () => {
    for (const socket of open) socket.destroy();
    return closed(server);
  };
  return closeAfterwards({ port, sockets: () => count, received: () => received, close });
}

/** A port nobody listens on. */
export async function deadPort(): Promise<number> {
  const server = net.createServer();
  const port = await listening(server);
  await closed(server);
  return port;
}

/** Answers every request with the same head and body, written as they are. */
export function answering(head: string, body = ""): Promise<Stranger> {
  return stranger((socket) => socket.on("data", () => socket.end(`${head}\r\n\r\n${body}`, "latin1")));
}

export async function listening(server: net.Server | http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as net.AddressInfo).port;
}

export function closed(server: net.Server | http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
