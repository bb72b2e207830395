import { defineConfig, defineProject } from "vitest/config";

/** A test fails when nothing happens any more, not when a machine is slow: only a failure takes so long. */
const PATIENCE_MS = 600_000;
/** In a window a test waits for several things, each for as long as `drive/until.ts` says. */
const PATIENCE_IN_WINDOW_MS = 400_000;

/** What depends on the edition of VS Code: its views, editors, dialogs and storage. The rest drives our own code through the same surface. */
const IN_OLDEST = [
  "first-minutes",
  "sample",
  "browse-edit-push",
  "setup-file",
  "add-tenant",
  "push-many",
  "clicked-rows",
  "restricted",
  "secrets",
  "display-language",
  "names",
  "choose-connection",
  "review-size",
];

/** What runs in plain Node. @param setups what brings what it needs. */
function plain(name: string, ...setups: string[]) {
  return defineProject({
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      globalSetup: ["test/generate-schemas.ts", ...setups],
      // It imports JSON in a way that Node 20 does not take, and Vite does.
      server: { deps: { inline: ["@actions/workflow-parser"] } },
      pool: "forks",
      // Vitest leaves one processor free, which of two is half.
      maxWorkers: "100%",
      testTimeout: PATIENCE_MS,
      hookTimeout: PATIENCE_MS,
    },
  });
}

/** What drives a real VS Code as a user does. */
function driven(name: string, edition: "current" | "oldest", include: string[], ...setups: string[]) {
  return defineProject({
    test: {
      name,
      include,
      globalSetup: ["test/generate-schemas.ts", "test/vscode/global-setup.ts", ...setups],
      provide: { edition },
      pool: "forks",
      // Two keep two cores busy for half of the time: the other half they wait for what draws, writes or is looked at later.
      maxWorkers: 3,
      testTimeout: PATIENCE_IN_WINDOW_MS,
      hookTimeout: PATIENCE_IN_WINDOW_MS,
    },
  });
}

export default defineConfig({
  test: {
    coverage: {
      provider: "v8",
      include: ["client/src/**/*.ts", "server/src/**/*.ts", "schemas/*.ts"],
      exclude: ["schemas/compile.ts"],
      reporter: ["text-summary", "json-summary", "html"],
      // What runs in processes of its own, and in a window, is not counted.
      thresholds: { statements: 59, branches: 63, functions: 59, lines: 60 },
    },
    projects: [
      plain("unit"),
      plain("protocol"),
      plain("http"),
      plain("editors", "test/editors/global-setup.ts"),
      driven("current", "current", ["test/vscode/driven/*.test.ts"]),
      driven(
        "oldest",
        "oldest",
        IN_OLDEST.map((name) => `test/vscode/driven/${name}.test.ts`),
      ),
      driven("package", "current", ["test/vscode/package/*.test.ts"], "test/vscode/package/global-setup.ts"),
    ],
  },
});
