import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import { type AddressInfo, type Socket } from "node:net";

import { createProxyServer } from "http-proxy-3";

/**
 * The page asks its server for half of the key that SecretStorage is encrypted with. VS Code's own server doesn't
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
  const proxy = createProxyServer({ target: { host: "127.0.0.1", port: targetPort } });
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
  return {
    port: (server.address() as AddressInfo).port,
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
