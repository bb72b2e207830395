import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import { type AddressInfo, type Socket } from "node:net";

import { createProxyServer } from "http-proxy-3";

import { type VsCodeServer } from "./vscode-server.js";
import { MINTED_KEY } from "./minted-key.js";

/** A reverse proxy in front of a VS Code server. */
export interface Front {
  /** The address to open in a browser. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Listens on loopback and passes everything on to the VS Code server, WebSockets included, except for
 * `POST /mint-key`, which it answers itself.
 *
 * @param port the port to listen on, 0 for any
 */
export async function startFront(port: number, behind: Pick<VsCodeServer, "port" | "address">): Promise<Front> {
  const proxy = createProxyServer({ target: { host: "127.0.0.1", port: behind.port } });
  // A server that is being stopped leaves requests without an answer.
  proxy.on("error", (_error, _incoming, outgoing) => {
    if (outgoing instanceof ServerResponse && !outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  const upgraded = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "POST" && incoming.url === "/mint-key") {
      incoming.resume();
      outgoing.writeHead(200, { "content-type": "application/octet-stream" }).end(MINTED_KEY);
      return;
    }
    proxy.web(incoming, outgoing);
  });
  server.on("upgrade", (incoming, socket: Socket, head) => {
    upgraded.add(socket);
    socket.on("close", () => upgraded.delete(socket)).on("error", () => socket.destroy());
    proxy.ws(incoming, socket, head);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = new URL(behind.address);
  address.port = String((server.address() as AddressInfo).port);
  return {
    address: address.href,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      proxy.close();
      await closed;
    },
  };
}
