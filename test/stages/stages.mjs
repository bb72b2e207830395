import { check, extensionHost, vitest, vitestInWindows } from "./outcome.mjs";

const PLAIN = "test/vitest.config.mjs";
const DRIVEN = "test/vscode/vitest.config.mjs";

/**
 * @typedef {object} Stage
 * @property {string} name as `--only` takes it
 * @property {string} title
 * @property {("current" | "oldest")[]} [editions] the editions of VS Code it runs in
 * @property {() => Promise<import("./outcome.mjs").Outcome>} run
 */

/** What depends on the edition of VS Code: its views, editors, dialogs and storage. The rest drives our own code through the same surface. */
const IN_OLDEST = [
  "first-minutes",
  "browse-edit-push",
  "setup-file",
  "add-tenant",
  "push-many",
  "restricted",
  "secrets",
  "display-language",
].map((name) => `test/vscode/driven/${name}.test.ts`);

/** All there is to prove, in the order it is run. @type {Stage[]} */
export const STAGES = [
  { name: "build", title: "Build", run: () => check(process.execPath, ["esbuild.mjs", "--production"]) },
  { name: "lint", title: "Lint", run: () => check("npm", ["run", "--silent", "lint"]) },
  { name: "types", title: "Types", run: () => check("npm", ["run", "--silent", "types"]) },
  { name: "unit", title: "Unit tests", run: () => vitest(PLAIN, ["test/unit"]) },
  { name: "protocol", title: "Language server over its protocol", run: () => vitest(PLAIN, ["test/protocol"]) },
  { name: "http", title: "HTTP on a real socket", run: () => vitest(PLAIN, ["test/http"]) },
  {
    name: "vscode",
    title: "Inside the extension host, current VS Code",
    editions: ["current"],
    run: () => extensionHost("current"),
  },
  {
    name: "vscode-driven",
    title: "Driven as a user does, current VS Code",
    editions: ["current"],
    run: () => vitestInWindows(DRIVEN, ["test/vscode/driven"], { VAULTCONN_VSCODE: "current" }),
  },
  {
    name: "vscode-oldest",
    title: "Both in the oldest supported VS Code, as far as that makes a difference",
    editions: ["oldest"],
    run: async () => {
      const inside = await extensionHost("oldest");
      const driven = await vitestInWindows(DRIVEN, IN_OLDEST, { VAULTCONN_VSCODE: "oldest" });
      return {
        passed: inside.passed + driven.passed,
        failed: inside.failed + driven.failed,
        failures: [...(inside.failures ?? []), ...(driven.failures ?? [])],
      };
    },
  },
  {
    name: "package",
    title: "The package, and its installation into a clean VS Code",
    editions: ["current"],
    run: () => vitestInWindows(DRIVEN, ["test/vscode/package"], { VAULTCONN_VSCODE: "current" }),
  },
];
