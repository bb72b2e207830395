/**
 * Import it dynamically only, so that it isn't read before the first request. Each part comes from its own file: the
 * index brings fetch, caches, mocks and web sockets along, which would double the size.
 */
import connect from "undici/lib/api/api-connect.js";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";

// The index gives this method to all dispatchers.
Object.assign(Pool.prototype, { connect });

export { buildConnector, Pool };
