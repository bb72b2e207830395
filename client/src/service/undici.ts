/**
 * The parts of undici that are used. Imported dynamically only, so that the
 * library becomes a file of its own and is not read before the first request.
 */
export { Pool, buildConnector } from "undici";
