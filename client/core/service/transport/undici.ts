/**
 * Only import this file dynamically, so that it loads with the first request. Imports parts from their own files,
 * because the index includes fetch, caches, mocks and web sockets, which would double the size.
 */
import connect from "undici/lib/api/api-connect.js";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";

// undici's index adds this method to dispatchers.
Object.assign(Pool.prototype, { connect });

export { buildConnector, Pool };
