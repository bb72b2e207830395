import type { Pool } from "undici";
import { authorities } from "./authorities.js";
import type { Limits } from "./exchange.js";
import { proxyFor, type NetworkSettings } from "./network.js";
import { TunnelFault, tunnelConnector } from "./tunnel.js";

/** How many connections to one service are open at once. */
export const CONNECTIONS = 8;

/** Connections to one origin and to nothing else. */
export interface OpenDispatcher {
  readonly pool: Pool;
  /** Lets requests under way end, then closes. */
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
  const ca = authorities(network);
  const trust = { timeout: limits.connectMs, rejectUnauthorized: true, ...(ca ? { ca } : {}) };
  const direct = buildConnector(trust);
  const proxy = proxyFor(origin, network);
  if (proxy === undefined) return opened([new Pool(origin, { connect: direct, connections: CONNECTIONS })]);
  if (proxy === "unusable") {
    const refuse: typeof direct = (_options, callback) => {
      callback(new TunnelFault("unsupported", ""), null);
    };
    return opened([new Pool(origin, { connect: refuse })]);
  }
  const secured = buildConnector({ ...trust, rejectUnauthorized: proxy.checkCertificate });
  // undici takes the server's name from the Host header, which names the service. Without one it is the proxy's.
  const toProxy: typeof secured = (options, callback) => {
    secured({ ...options, servername: "" }, callback);
  };
  const tunnels = new Pool(proxy.url, { connect: toProxy, headersTimeout: limits.connectMs, connections: CONNECTIONS });
  return opened([new Pool(origin, { connect: tunnelConnector(proxy, tunnels, direct), connections: CONNECTIONS }), tunnels]);
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
