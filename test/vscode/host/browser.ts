import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { createProxyServer } from "http-proxy-3";
import type { VsCodeServer } from "./vscode-server.js";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Its own threads, and the best of its code, cost a window that lives for a minute more than they save.
  "--js-flags=--single-threaded --no-opt",
];

/**
 * Starts a headless Chromium.
 *
 * @param executable the absolute path of Chromium or Chrome
 */
export function startBrowser(executable: string): Promise<Browser> {
  return chromium.launch({ executablePath: executable, args: ARGUMENTS });
}

/**
 * The page asks its server for half of the key that SecretStorage is encrypted with. VS Code's own server doesn't
 * answer, and secrets are then lost on reload. The same bytes each time keep them.
 */
const MINTED_KEY = Buffer.alloc(32, "vault-connections test key half ");

/** Answers the page's question in the page itself: a proxy in front of the server would pass on all that it loads. */
export const ANSWER_MINT_KEY = `(() => {
  const original = window.fetch;
  window.fetch = (address, init) =>
    init?.method === "POST" && new URL(address, location).pathname === "/mint-key"
      ? Promise.resolve(new Response(new Uint8Array(${JSON.stringify([...MINTED_KEY])})))
      : original(address, init);
})()`;

/**
 * Listens on loopback and passes everything on to the VS Code server, WebSockets included, except for
 * `POST /mint-key`, which it answers itself.
 *
 * @returns the address to open in a browser, and how to close it
 */
export async function startFront(
  behind: Pick<VsCodeServer, "port" | "address">,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const proxy = createProxyServer({ target: { host: "127.0.0.1", port: behind.port } });
  // A server that is being stopped leaves requests without an answer.
  proxy.on("error", (_error, _incoming, outgoing) => {
    if (outgoing instanceof ServerResponse && !outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "POST" && incoming.url === "/mint-key") outgoing.end(MINTED_KEY);
    else proxy.web(incoming, outgoing);
  });
  server.on("upgrade", (incoming, socket: Socket, head) => {
    socket.on("error", () => socket.destroy());
    proxy.ws(incoming, socket, head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = new URL(behind.address);
  address.port = String((server.address() as AddressInfo).port);
  const close = (): void => {
    server.close().closeAllConnections();
  };
  return { address: address.href, close };
}
