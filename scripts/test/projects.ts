/** The projects of vitest.config.mts that need no window, in the order they are listed. */
export const PLAIN = ["unit", "protocol", "http", "programs"];

/** The projects that open windows of VS Code. */
export const WINDOWS = ["current", "oldest", "package"];

/** What `npm test` runs only if it is asked to. */
export const ON_DEMAND = ["oldest-all"];
