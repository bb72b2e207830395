import { fileURLToPath } from "node:url";
import path from "node:path";

import { defineConfig } from "eslint/config";
import importX, { createNodeResolver } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

const root = path.dirname(fileURLToPath(import.meta.url));

/** The rooms of the extension from the top down: each may import from those below it, and from none above. */
const ROOMS = [
  "commands",
  "language",
  "services.ts",
  "overview",
  "sidebar",
  "files",
  "push",
  "lock",
  "tenants",
  "sample",
  "connections",
  "secrets",
  "service",
];
/** The rooms of the HTTP client, likewise. */
const SERVICE_ROOMS = ["sentences", "signIn", "operations", "calls", "transport", "errors", "redaction"];
/** The rooms of the commands, likewise. */
const COMMAND_ROOMS = ["secrets", "sidebar", "push", "files", "tenants", "help", "ask"];

/** The rooms of the language server, likewise. `check` stands beside those that speak the protocol. */
const SERVER_ROOMS = [
  "program",
  "edge",
  "features",
  "symbols",
  "diagnostics",
  "client",
  "workspace",
  "inspection",
  "rules",
  "document",
  "common",
];
/** What `check` and the command `vaultconn` have to do without. */
const PROTOCOL_ROOMS = ["program", "edge", "features", "symbols", "diagnostics", "client"];

/** What a process or a page starts with. Nothing imports it. */
const ENTRIES = [
  "client/src/extension.ts",
  "client/cli/main.ts",
  "client/page/overview.ts",
  "server/src/program/main.ts",
];

/**
 * One zone for each room and each room above it.
 *
 * @param {string} folder
 * @param {readonly string[]} rooms from the top down
 * @returns {[string, string[]][]}
 */
function downwards(folder, rooms) {
  return rooms.flatMap((room, index) =>
    rooms
      .slice(0, index)
      .map(/** @returns {[string, string[]]} */ (above) => [`${folder}/${room}`, [`${folder}/${above}`]]),
  );
}

/** Who may import whom. The first folder of a zone must not import the others. @type {[string, string[]][]} */
const walls = [
  ["schemas", ["server", "client", "test", "scripts"]],
  ["server", ["client", "test", "scripts"]],
  ["server/protocol", ["server/src", "schemas"]],
  ...downwards("server/src", SERVER_ROOMS),
  ["server/src/cli", PROTOCOL_ROOMS.map((room) => `server/src/${room}`)],
  ...SERVER_ROOMS.filter((room) => room !== "program").map(
    /** @returns {[string, string[]]} */ (room) => [`server/src/${room}`, ["server/src/cli"]],
  ),
  ["client", ["test", "scripts"]],
  ["client/src", ["server/src", "client/cli"]],
  // The command reads files by the same rules as `check`, and speaks no protocol either.
  ["client/cli", PROTOCOL_ROOMS.map((room) => `server/src/${room}`)],
  ...downwards("client/src", ROOMS),
  ...downwards("client/src/service", SERVICE_ROOMS),
  ...downwards("client/src/commands", COMMAND_ROOMS),
  [".", ENTRIES],
];
const zones = walls.flatMap(([target, forbidden]) =>
  forbidden.map((from) => ({ target: `./${target}`, from: `./${from}` })),
);

const NETWORK = ["undici", "http", "https", "http2", "net", "tls", "dns", "dgram"];
const network = NETWORK.flatMap((name) => [name, `node:${name}`]);

const EDITOR = ["vscode", "vscode-languageclient"];
const SERVICE = ["client/src/service/**/*.ts"];
/** Files of the extension that have to work, and be testable, without an editor. */
const WITHOUT_EDITOR = [
  "client/src/secrets/**/*.ts",
  "client/src/push/**/*.ts",
  "client/src/connections/**/*.ts",
  "client/src/lock/**/*.ts",
  "client/cli/**/*.ts",
];
const PUSH_SURFACE = ["client/src/push/surface/**/*.ts"];

export default defineConfig(
  {
    ignores: [
      "dist/",
      "node_modules/",
      ".vscode-test/",
      ".types/",
      "schemas/generated/",
      "test/fixtures/",
      "scripts/start/workspace/",
    ],
  },
  {
    files: ["**/*.{ts,mts,mjs}"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { "import-x": importX },
    languageOptions: {
      parserOptions: {
        project: ["./schemas", "./server", "./client", "./client/page", "./test"].map(
          (part) => `${part}/tsconfig.json`,
        ),
        tsconfigRootDir: root,
      },
    },
    settings: {
      // Imports name the .js file that a .ts file becomes.
      "import-x/resolver-next": [
        createNodeResolver({ extensions: [".ts", ".js", ".json"], extensionAlias: { ".js": [".ts", ".js"] } }),
      ],
      "import-x/extensions": [".ts", ".mts", ".mjs"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".mts"] },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "import-x/no-default-export": "error",
      "import-x/no-cycle": "error",
      "import-x/no-restricted-paths": ["error", { basePath: root, zones }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      // Lengths are counted in code points, which is what spreading a string gives.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      eqeqeq: "error",
      "no-console": "error",
      "max-lines": ["error", { max: 300 }],
    },
  },
  {
    files: ["server/**/*.ts", "schemas/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { paths: [...network, ...EDITOR] }] },
  },
  { files: ["client/**/*.ts"], ignores: SERVICE, rules: { "no-restricted-imports": ["error", { paths: network }] } },
  {
    files: WITHOUT_EDITOR,
    ignores: PUSH_SURFACE,
    rules: { "no-restricted-imports": ["error", { paths: [...network, ...EDITOR] }] },
  },
  { files: SERVICE, rules: { "no-restricted-imports": ["error", { paths: EDITOR }] } },
  // In JavaScript a cast is a comment, which these rules do not see, and the compiler does.
  {
    files: ["**/*.mjs"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off", "@typescript-eslint/no-unsafe-return": "off" },
  },
  // These are loaded by tools that ask for a default export.
  { files: ["*.config.{mts,mjs,ts}"], rules: { "import-x/no-default-export": "off" } },
  // A story told in one file is longer than code.
  {
    files: ["test/**/*.ts", "scripts/**/*.{ts,mjs}"],
    rules: { "no-console": "off", "max-lines": ["error", { max: 350 }] },
  },
);
