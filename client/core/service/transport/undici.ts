/**
 * The parts of undici that are used. Imported dynamically only, so that the
 * library becomes a file of its own and is not read before the first request.
 * Each part comes from its own file: undici's index brings fetch, caches, mocks
 * and web sockets along, which would make ours twice as large.
 */
import connect from "undici/lib/api/api-connect.js";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";

// The index gives this method to all dispatchers.
Object.assign(Pool.prototype, { connect });

export { buildConnector, Pool };
