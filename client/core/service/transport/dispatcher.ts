import tls from "node:tls";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import type { Dispatcher, Pool, buildConnector } from "undici";
import type { Limits } from "./exchange.js";
import { type NetworkSettings, type Proxy, proxyFor } from "./network.js";
import { CERTIFICATE_FAULTS, NAME_NOT_FOUND, TIMEOUT_PHASES, TunnelFault } from "./networkErrors.js";
import { type ProxyFault, codeOf } from "../errors/errors.js";

/** To one service. */
export const CONNECTIONS = 16;

export interface OpenDispatcher {
  readonly pool: Pick<Dispatcher, "dispatch">;
  /** Lets requests in progress end. */
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/** Always checks the service's certificate; no variable turns that off. */
export async function openDispatcher(origin: URL, network: NetworkSettings, limits: Limits): Promise<OpenDispatcher> {
  const { Pool, buildConnector } = await import("./undici.js");
  const trusting = (ca: string[] | undefined, rejectUnauthorized = true) =>
    buildConnector({
      timeout: limits.connectMs,
      rejectUnauthorized,
      // Made once: it takes long enough to block all connections if each reads the authorities again.
      ...(ca && { secureContext: tls.createSecureContext({ ca }) }),
    });
  const proxy = proxyFor(origin, network);
  if (proxy === undefined)
    return opened([
      new Pool(origin, { connect: withSystemAuthorities(network, (ca) => trusting(ca)), connections: CONNECTIONS }),
    ]);
  if (proxy === "unusable") {
    const refuse: buildConnector.connector = (_options, callback) => {
      callback(new TunnelFault("unsupported", ""), null);
    };
    return opened([new Pool(origin, { connect: refuse })]);
  }
  const secured = withSystemAuthorities(network, (ca) => trusting(ca, proxy.checkCertificate));
  // undici takes the server's name from the Host header, which names the service. Without one it is the proxy's.
  const toProxy: buildConnector.connector = (options, callback) => {
    secured({ ...options, servername: "" }, callback);
  };
  const tunnels = new Pool(proxy.url, { connect: toProxy, headersTimeout: limits.connectMs, connections: CONNECTIONS });
  const connect = withSystemAuthorities(network, (ca) => tunnelConnector(proxy, tunnels, trusting(ca)));
  return opened([new Pool(origin, { connect, connections: CONNECTIONS }), tunnels]);
}

function opened([pool, ...others]: [Pool, ...Pool[]]): OpenDispatcher {
  const pools = [pool, ...others];
  return {
    pool,
    close: async () => {
      for (const each of pools) await each.close();
    },
    destroy: async () => {
      await Promise.all(pools.map((each) => each.destroy()));
    },
  };
}

/** Linux distributions keep the authorities that the system trusts in one of these. */
const LINUX_FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/ssl/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
];

/** Naming any authorities replaces Node's own list, so that is named too. @returns undefined to leave it to Node. */
function authorities({ extraAuthorities = [], environment = process.env }: NetworkSettings): string[] | undefined {
  if (extraAuthorities.length === 0) return undefined;
  return [...tls.rootCertificates, ...fromFile(environment["NODE_EXTRA_CA_CERTS"]), ...extraAuthorities];
}

/**
 * Connects with Node's own authorities. A certificate they don't know is checked again with the system's as well, as VS
 * Code does: nothing has been sent by then. Reading them is slow on some systems, so it isn't done before.
 */
function withSystemAuthorities(
  network: NetworkSettings,
  make: (ca: string[] | undefined) => buildConnector.connector,
): buildConnector.connector {
  let connect = make(authorities(network));
  let looked = false;
  const addSystem = () => {
    if (looked) return;
    looked = true;
    const system = systemAuthorities(network);
    if (system.length > 0)
      connect = make(authorities({ ...network, extraAuthorities: [...(network.extraAuthorities ?? []), ...system] }));
  };
  return (options, callback) => {
    const first = connect;
    first(options, (...result) => {
      const [error] = result;
      if (error && CERTIFICATE_FAULTS.get(codeOf(error)) === "untrusted") addSystem();
      if (error && connect !== first) connect(options, callback);
      else callback(...result);
    });
  };
}

/** Node lists them from 22.15 on. Before that, they are found only on Linux. */
function systemAuthorities({
  systemCertificates = true,
  environment = process.env,
}: NetworkSettings): readonly string[] {
  if (!systemCertificates) return [];
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: "system") => string[] };
  const named = fromFile(environment["SSL_CERT_FILE"]);
  if (getCACertificates) return [...named, ...getCACertificates("system")];
  if (process.platform !== "linux" || named.length > 0) return named;
  return LINUX_FILES.map(fromFile).find(({ length }) => length > 0) ?? [];
}

function fromFile(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // Node ignores a file it can't read too, with a warning of its own.
    return [];
  }
}

/**
 * Opens a tunnel with CONNECT (RFC 9110, section 9.3.6) and speaks TLS inside of it: the proxy only sees the host.
 * @param inner connects to the service over a socket it is given.
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
      ({ socket, statusCode }) => {
        if (statusCode !== 200 || !(socket instanceof Socket)) {
          socket.on("error", ignore).destroy();
          callback(new TunnelFault(statusCode === 407 ? "credentials" : "refused", proxy.url.host), null);
        } else if (options.protocol === "https:") {
          inner({ ...options, httpSocket: socket }, callback);
        } else {
          callback(null, socket);
        }
      },
      (error: unknown) => {
        callback(new TunnelFault(faultOf(error), proxy.url.host, error), null);
      },
    );
  };
}

function faultOf(error: unknown): ProxyFault {
  const code = codeOf(error);
  if (CERTIFICATE_FAULTS.has(code)) return "certificate";
  if (NAME_NOT_FOUND.has(code)) return "name-not-found";
  return TIMEOUT_PHASES.has(code) ? "timeout" : "down";
}

function ignore(): void {
  // The socket is destroyed, so its errors don't matter.
}
