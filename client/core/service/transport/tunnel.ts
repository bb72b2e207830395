import { Socket } from "node:net";
import type { Pool, buildConnector } from "undici";
import { certificateFault, isNameNotFound, timeoutPhase } from "../errors/codes.js";
import type { ProxyFault } from "../errors/errors.js";
import { codeOf } from "../errors/failure.js";
import type { Proxy } from "./network.js";

/** Why a proxy gave no way to the service. */
export class TunnelFault extends Error {
  constructor(
    readonly fault: ProxyFault,
    readonly proxyHost: string,
    cause?: unknown,
  ) {
    super(`proxy ${fault}`, { cause });
  }
}

/**
 * Connects through a proxy: CONNECT opens a tunnel (RFC 9110, section 9.3.6),
 * and TLS is spoken with the service inside of it, so that the proxy sees the
 * host and nothing else.
 * @param pool connections to the proxy.
 * @param inner connects to the service over a socket it is given.
 */
export function tunnelConnector(proxy: Proxy, pool: Pool, inner: buildConnector.connector): buildConnector.connector {
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
