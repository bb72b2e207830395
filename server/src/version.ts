/** Defined by the build, from package.json. */
declare const VAULTCONN_VERSION: string | undefined;

/** The released version; "unbuilt" if the sources run without a build. */
export const VERSION = typeof VAULTCONN_VERSION === "string" ? VAULTCONN_VERSION : "unbuilt";
