/**
 * Every version this project tests against, in one place.
 *
 * Each edition is a VS Code server from the npm package code-server, run with the Node version it was made for
 * (the npm package node-<platform>-<arch>, which also holds the headers that native modules are built with).
 */

/** The VS Codes that are tested in: the newest, and the oldest that is supported. */
export type Edition = "current" | "oldest";

export const EDITIONS: Readonly<Record<Edition, { vscode: string; codeServer: string; node: string }>> = {
  current: { vscode: "1.139.1", codeServer: "4.139.1", node: "24.21.0" },
  oldest: { vscode: "1.100.3", codeServer: "4.100.3", node: "20.20.2" },
};

/** Ripgrep for every platform; the oldest edition needs it for searching files and doesn't bring its own. */
export const RIPGREP = { name: "@vscode/ripgrep-universal", version: "1.18.0" };
