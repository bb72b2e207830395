import tls from "node:tls";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import type { Dispatcher, Pool, buildConnector } from "undici";
import type { Limits } from "./exchange.js";
import { type NetworkSettings, type Proxy, proxyFor } from "./network.js";
import { certificateFault, isNameNotFound, timeoutPhase, TunnelFault } from "./networkErrors.js";
import { type ProxyFault, codeOf } from "../errors/errors.js";

/** How many connections to one service are open at once, where its rate limit leaves room for as many requests. */
export const CONNECTIONS = 16;

/** Connections to one origin and to nothing else. */
export interface OpenDispatcher {
  readonly pool: Pick<Dispatcher, "dispatch">;
  /** Lets requests in progress end, then closes. */
  close(): Promise<void>;
  /** Ends everything at once. */
  destroy(): Promise<void>;
}

/**
 * Opens the way to an origin, directly or through the proxy the settings name.
 * The service's certificate is always checked, whatever the environment says.
 */
export async function openDispatcher(origin: URL, network: NetworkSettings, limits: Limits): Promise<OpenDispatcher> {
  const { Pool, buildConnector } = await import("./undici.js");
  const trusting = (ca: string[] | undefined, rejectUnauthorized = true) =>
    buildConnector({ timeout: limits.connectMs, rejectUnauthorized, ...(ca ? { ca } : {}) });
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

/** Where Linux distributions keep the authorities the system trusts, in one file. */
const LINUX_FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/ssl/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
];

/**
 * The certificate authorities to trust. Naming any replaces Node's own list, so
 * the usual ones are named too.
 * @returns undefined where nothing is added: then Node decides by itself.
 */
function authorities({ extraAuthorities = [], environment = process.env }: NetworkSettings): string[] | undefined {
  if (extraAuthorities.length === 0) return undefined;
  return [...tls.rootCertificates, ...fromFile(environment["NODE_EXTRA_CA_CERTS"]), ...extraAuthorities];
}

/**
 * Connects with the authorities Node knows by itself. Where those do not know a
 * certificate, it is checked once more with the ones the system trusts as well,
 * as VS Code does for its own requests: by then nothing has been sent. They are
 * not read before that, for it takes a while on some systems.
 * @param make makes what connects and trusts these authorities.
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
      if (error && certificateFault(codeOf(error)) === "untrusted") addSystem();
      if (error && connect !== first) connect(options, callback);
      else callback(...result);
    });
  };
}

/** The authorities the system trusts, as far as this version of Node can tell: from 22.15 on everywhere, before on Linux. */
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
    // Node ignores a file it cannot read too, with a warning of its own.
    return [];
  }
}

/**
 * Connects through a proxy: CONNECT opens a tunnel (RFC 9110, section 9.3.6),
 * and TLS is spoken with the service inside of it, so that the proxy sees the
 * host and nothing else.
 * @param pool connections to the proxy.
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
  if (certificateFault(code)) return "certificate";
  if (isNameNotFound(code)) return "name-not-found";
  return timeoutPhase(code) ? "timeout" : "down";
}

function ignore(): void {
  // The socket is being given up; what else happens to it does not matter.
}
