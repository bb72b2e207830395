/** Put in by the build, from package.json. */
declare const VAULTCONN_VERSION: string | undefined;

/** The version of what is shipped; "unbuilt" where the sources run as they are. */
export const VERSION = typeof VAULTCONN_VERSION === "string" ? VAULTCONN_VERSION : "unbuilt";
