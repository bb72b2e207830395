import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { onTestFinished } from "vitest";
import { closeAfterwards, openService } from "./support.js";
import { certificate } from "../../service/certificates.js";
import { type ProxyOptions, startProxy } from "../../service/proxy.js";

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
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as net.AddressInfo;
  const close = () => {
    for (const socket of open) socket.destroy();
    return once(server.close(), "close");
  };
  /** What a client needs that takes it for a tenant's service. */
  const address = { baseUrl: `http://127.0.0.1:${port}/api/v2`, accessToken: "canary-access-token" };
  return closeAfterwards({ port, address, sockets: () => count, close });
}

/** A server that closes each connection as soon as it's told anything. */
export function hangingUp() {
  return stranger((socket) => socket.once("data", () => socket.destroy()));
}

/** A server that accepts nobody until it's resumed, and then answers with status 418. Its queue is full. */
export async function busyServer() {
  const program = `const server = require("http").createServer((_, response) => response.writeHead(418).end());
    server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const port = Number(String((await once(child.stdout, "data"))[0]));
  child.kill("SIGSTOP");
  const waiting = [net.connect(port, "127.0.0.1"), net.connect(port, "127.0.0.1")];
  await Promise.all(waiting.map((socket) => once(socket, "connect")));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    child.kill("SIGKILL");
  });
  return { port, resume: () => void child.kill("SIGCONT") };
}

/** The address of a server that answers the TLS handshake with a fatal alert. */
export async function alerting(alert: number): Promise<string> {
  const { port } = await stranger((socket) =>
    socket.once("data", () => socket.write(Buffer.from([21, 3, 3, 0, 2, 2, alert]))),
  );
  return `https://127.0.0.1:${port}`;
}

/** A port no one listens on. */
export async function deadPort(): Promise<number> {
  const { port, close } = await stranger();
  await close();
  return port;
}

/** Answers every request with the same head and body, written as they are. */
export function answering(head: string, body: string | Buffer = "") {
  const reply = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);
  return stranger((socket) => socket.on("data", () => socket.end(reply)));
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
