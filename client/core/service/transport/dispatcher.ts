import type { buildConnector, Dispatcher, Pool } from "undici";
import { withSystemAuthorities } from "./authorities.js";
import type { Limits } from "./exchange.js";
import { proxyFor, type NetworkSettings } from "./network.js";
import { TunnelFault, tunnelConnector } from "./tunnel.js";

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
