import tls from "node:tls";
import { readFileSync, statSync } from "node:fs";
import { Socket } from "node:net";
import type { Dispatcher, Pool, buildConnector } from "undici";
import { decode } from "../../../../schemas/decode.js";
import type { Limits } from "./exchange.js";
import { type NetworkSettings, type Proxy, proxyFor } from "./network.js";
import { certificateFault, TunnelFault } from "./networkErrors.js";
import { codeOf } from "../../text/codeOf.js";

/** Maximum connections per service. */
export const CONNECTIONS = 16;

/**
 * Milliseconds for each address of a host but the last. With Node's 250, a host that's far away can't be reached if its
 * last address can't, such as one of IPv6.
 */
const ADDRESS_MS = 2000;

/** `close` waits for requests in progress. */
export interface OpenDispatcher extends Pick<Dispatcher, "dispatch"> {
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/** Always checks the service's certificate. No environment variable disables that. */
export async function openDispatcher(origin: URL, network: NetworkSettings, limits: Limits): Promise<OpenDispatcher> {
  const { Pool, buildConnector } = await import("./undici.js");
  const createConnector = (ca: string[] | undefined, rejectUnauthorized = true) =>
    buildConnector({
      timeout: limits.connectMs,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
      // In HTTP/2, a connection that's lost leaves open which of its requests arrived.
      allowH2: false,
      rejectUnauthorized,
      // Created once, because parsing the authorities for each connection blocks the process noticeably.
      ...(ca && { secureContext: tls.createSecureContext({ ca }) }),
    });
  const proxy = proxyFor(origin, network);
  if (proxy === undefined)
    return new Pool(origin, {
      connect: withSystemAuthorities(network, (ca) => createConnector(ca)),
      connections: CONNECTIONS,
    });
  if (proxy === "unusable")
    return new Pool(origin, {
      connect: (_options, callback) => {
        callback(new TunnelFault("unsupported", ""), null);
      },
    });
  const secured = withSystemAuthorities(network, (ca) => createConnector(ca, proxy.checkCertificate));
  // undici takes the server name from the Host header, which names the service. An empty one selects the proxy's.
  const toProxy: buildConnector.connector = (options, callback) => {
    secured({ ...options, servername: "" }, callback);
  };
  const tunnels = new Pool(proxy.url, { connect: toProxy, headersTimeout: limits.connectMs, connections: CONNECTIONS });
  const connect = withSystemAuthorities(network, (ca) => tunnelConnector(proxy, tunnels, createConnector(ca)));
  const pool = new Pool(origin, { connect, connections: CONNECTIONS });
  return {
    dispatch: pool.dispatch.bind(pool),
    close: async () => {
      await pool.close();
      await tunnels.close();
    },
    destroy: async () => {
      await Promise.all([pool.destroy(), tunnels.destroy()]);
    },
  };
}

/** Includes Node's own authorities, because `ca` replaces them. @returns undefined for Node's default. */
function authorities(
  { extraAuthorities = [], environment = process.env }: NetworkSettings,
  system: readonly string[] = [],
): string[] | undefined {
  const added = [...extraAuthorities, ...system];
  if (added.length === 0) return undefined;
  return [...tls.rootCertificates, ...fromFile(environment["NODE_EXTRA_CA_CERTS"]), ...added];
}

/**
 * Connects with Node's own authorities. If they don't trust a certificate, connects again with the system's added, as
 * VS Code does. That's safe, because nothing was sent. Reads them only then, because it's slow on some systems.
 */
function withSystemAuthorities(
  network: NetworkSettings,
  make: (ca: string[] | undefined) => buildConnector.connector,
): buildConnector.connector {
  const { systemCertificates = true } = network;
  const first = make(authorities(network));
  let second: buildConnector.connector | undefined;
  return (options, callback) => {
    const connect = second ?? first;
    connect(options, (...result) => {
      const [error] = result;
      const isUntrusted = error !== null && certificateFault(codeOf(error)) === "untrusted";
      if (isUntrusted && systemCertificates && connect === first) {
        second ??= make(authorities(network, systemAuthorities(network)));
        second(options, callback);
      } else callback(...result);
    });
  };
}

/** With the file of the environment variable, which the library behind Node reads on Linux alone. */
function systemAuthorities({ environment = process.env }: NetworkSettings): readonly string[] {
  return [...fromFile(environment["SSL_CERT_FILE"]), ...tls.getCACertificates("system")];
}

function fromFile(file: string | undefined): string[] {
  try {
    // Not a pipe or device, which may never end.
    return file && statSync(file).isFile() ? [decode(readFileSync(file)).text] : [];
  } catch {
    // Node also ignores a file that it can't read, with a warning.
    return [];
  }
}

/**
 * Opens a tunnel with CONNECT (RFC 9110, section 9.3.6) and uses TLS inside of it, so that the proxy sees only the
 * host.
 * @param inner connects to the service over a given socket.
 */
function tunnelConnector(proxy: Proxy, pool: Pool, inner: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const port = options.port || (options.protocol === "https:" ? "443" : "80");
    const path = `${options.hostname}:${port}`;
    const headers = {
      host: path,
      ...(proxy.authorization === undefined ? {} : { "proxy-authorization": proxy.authorization }),
    };
    pool.connect({ path, headers }).then(
      ({ socket, statusCode, headers: answered }) => {
        if (statusCode !== 200 || !(socket instanceof Socket)) {
          // The socket is destroyed, so its errors don't matter.
          socket.on("error", () => undefined).destroy();
          const fault = statusCode === 407 ? signInOf(answered["proxy-authenticate"]) : refusalOf(statusCode);
          callback(new TunnelFault(fault, proxy.url.host), null);
        } else if (options.protocol === "https:") {
          inner({ ...options, httpSocket: socket }, callback);
        } else {
          callback(null, socket);
        }
      },
      (error: unknown) => {
        const fault = certificateFault(codeOf(error)) ? "certificate" : "down";
        callback(new TunnelFault(fault, proxy.url.host, error), null);
      },
    );
  };
}

/** Proxies answer with these if a host has no address, or doesn't respond. With others, such as 403 or 511, they don't try. */
function refusalOf(statusCode: number): "gateway" | "refused" {
  return statusCode >= 500 && statusCode <= 504 ? "gateway" : "refused";
}

/** Which sign-in a proxy wants (RFC 9110, section 11.7.1). Only Basic is supported. */
function signInOf(challenges: string | string[] | undefined = []): "credentials" | "scheme" {
  const all = [challenges].flat();
  return all.length === 0 || all.some((challenge) => /(?:^|,)\s*basic\b/i.test(challenge)) ? "credentials" : "scheme";
}
