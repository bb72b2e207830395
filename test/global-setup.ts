import { ensureBuilt } from "../scripts/build/ensure.js";

/** Builds the extension before the first test, if a source has changed since it was last built. */
export const setup = ensureBuilt;
