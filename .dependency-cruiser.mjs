/** The folders of the client's core from the top down: each imports from those below it, and from none above. */
const CORE = [
  "agents",
  "planning",
  "push",
  "lock",
  "sample",
  "tenants",
  "connections",
  "files",
  "secrets",
  "service",
  "storage",
  "text",
];
/** The files and folders of the extension, likewise. */
const EXTENSION = [
  "extension.ts",
  "createServices.ts",
  "commands.ts",
  "commandTargets.ts",
  "agents",
  "overview",
  "storedSecrets",
  "rotation",
  "push",
  "sample",
  "language",
  "sidebar",
  "secrets",
  "editor",
  "tenants",
  "ui",
  "actions.ts",
  "contributions",
];
/** The folders of the HTTP client, likewise. */
const SERVICE = ["signIn", "operations", "calls", "transport", "errors", "redaction"];
/** The folders of the language server, likewise. */
const SERVER = [
  "main.ts",
  "server.ts",
  "library.ts",
  "connection.ts",
  "features",
  "symbols",
  "diagnostics",
  "client",
  "inspection",
  "workspace",
  "rules",
  "document",
  "version.ts",
];
/** The command line uses the server through one file, and asks for the version before it loads anything else. */
const NOT_IN_CLI = "server/src/(?!library|version)[^/]+";

/** What a process or a page starts with. */
const ENTRIES = [
  "client/extension/extension.ts",
  "client/cli/main.ts",
  "client/page/overview.ts",
  "server/src/main.ts",
];

const NETWORK = ["undici", "http", "https", "http2", "net", "tls", "dns", "dgram"];
const EDITOR = ["vscode", "vscode-languageclient"];

/**
 * A wall: what is in one place imports nothing from the others.
 *
 * @typedef {object} Wall
 * @property {string} place a folder or file; "" for the whole project
 * @property {readonly string[]} others folders, files or modules
 * @property {string} [except] what in the place has no such wall, as a regular expression
 */

/**
 * One wall for each name but the first: it imports nothing from those above.
 *
 * @param {string} folder
 * @param {readonly string[]} names from the top down
 * @returns {Wall[]}
 */
function downwards(folder, names) {
  const places = inFolder(folder, names);
  return places.slice(1).map((place, index) => ({ place, others: places.slice(0, index + 1) }));
}

/**
 * @param {string} folder
 * @param {readonly string[]} names
 */
function inFolder(folder, names) {
  return names.map((name) => `${folder}/${name}`);
}

/** Who must not import whom. @type {readonly Wall[]} */
const WALLS = [
  { place: "", others: ENTRIES },
  { place: "schemas", others: ["server", "client", "test", "scripts", ...NETWORK, ...EDITOR] },
  { place: "server", others: ["client", "test", "scripts", ...NETWORK, ...EDITOR] },
  { place: "server/protocol", others: ["server/src"] },
  ...downwards("server/src", SERVER),
  { place: "client", others: ["test", "scripts"] },
  // Node has no other stream for pipes.
  { place: "client", others: NETWORK, except: "client/(?:core/service|cli/files/pipe\\.ts)" },
  { place: "client/core", others: ["server/src", "client/extension", "client/cli", ...EDITOR] },
  { place: "client/extension", others: ["server/src", "client/cli"] },
  { place: "client/cli", others: [NOT_IN_CLI, "client/extension", ...EDITOR] },
  ...downwards("client/core", CORE),
  ...downwards("client/core/service", SERVICE),
  ...downwards("client/extension", EXTENSION),
];

/** @type {import("dependency-cruiser").IConfiguration} */
const config = {
  forbidden: [
    {
      name: "files import each other in a circle, types included",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...WALLS.map(({ place, others, except }) => ({
      name: `${place || "anything"} imports from ${others.join(", ")}`,
      severity: /** @type {const} */ ("error"),
      from: { path: place && `^${place}(?:/|$)`, ...(except && { pathNot: `^${except}(?:/|$)` }) },
      to: { path: `^(?:node_modules/|node:)?(?:${others.join("|").replaceAll(".", "\\.")})(?:/|$)` },
    })),
  ],
  options: {
    doNotFollow: { path: "^node_modules" },
    exclude: { path: "^(?:dist|schemas/generated)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".mts", ".mjs", ".js"] },
  },
};
export default config;
