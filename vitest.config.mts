import { defineConfig, defineProject } from "vitest/config";

import { TIMEOUT_MS } from "./test/vscode/drive/until.js";

/** A test fails when nothing happens any more, not when a machine is slow: only a failure takes so long. */
const PATIENCE_MS = 600_000;
/** In a window a test waits for several things, each for as long as `drive/until.ts` says. */
const PATIENCE_IN_WINDOW_MS = 400_000;

/** What depends on the edition of VS Code: activation, editors, dialogs, and trust. The rest drives our own code. */
const IN_OLDEST = ["setup-file", "restricted"].map((name) => `test/vscode/driven/${name}.test.ts`);

/**
 * What can't run on Windows: it makes pipes and symbolic links, changes rights, kills with signals, deletes open files, or
 * starts scripts of a shell. URIs of the corpus have no drive.
 */
const NOT_ON_WINDOWS = [
  ...["agents/reviewRequests", "docs/guard", "features/corpus", "files/fileStates", "files/reviewRequests"],
  ...["language/trackedFiles", "lock/lockStore", "secrets/files", "symbols/lockFile"],
]
  .map((name) => `unit/${name}`)
  .concat("http/cli/!(failures|list|plan-and-apply|planned-updates|proxy|replaced-values|unknown-setup)")
  .concat("http/push/windows", "http/service/command-line")
  .map((path) => `test/${path}.test.ts`);

/** The suite that runs inside the extension host. */
const SUITE = "test/vscode/suite.test.ts";
const DRIVEN = "test/vscode/driven/*.test.ts";

/** What runs in plain Node. @param setups what brings what it needs. */
function plain(name: string, ...setups: string[]) {
  return defineProject({
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      exclude: process.platform === "win32" ? NOT_ON_WINDOWS : [],
      globalSetup: ["test/global-setup.ts", ...setups],
      // No window is there.
      setupFiles: ["test/seed.ts", ...(name === "unit" ? ["test/unit/setup.ts"] : [])],
      // It imports JSON in a way that Node doesn't take, and Vite does.
      server: { deps: { inline: ["@actions/workflow-parser"] } },
      pool: "forks",
      // A process runs one file after the other, so that each doesn't load everything again.
      isolate: false,
      restoreMocks: true,
      unstubEnvs: true,
      // Vitest leaves one processor free, which of two is half.
      maxWorkers: "100%",
      expect: { poll: { interval: 20, timeout: PATIENCE_MS } },
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
      globalSetup: ["test/global-setup.ts", "test/vscode/global-setup.ts", ...setups],
      provide: { edition },
      pool: "forks",
      // A process runs one file after the other, so that each doesn't load everything and start a browser again.
      isolate: false,
      // After the projects without a window, which share the cores in another way.
      sequence: { groupOrder: 1 },
      // Two keep two cores busy for half of the time: the other half they wait for what draws, writes or is looked at later.
      maxWorkers: 3,
      expect: { poll: { interval: 100, timeout: TIMEOUT_MS } },
      testTimeout: PATIENCE_IN_WINDOW_MS,
      hookTimeout: PATIENCE_IN_WINDOW_MS,
    },
  });
}

export default defineConfig({
  test: {
    projects: [
      plain("unit"),
      plain("protocol"),
      plain("http"),
      plain("programs", "test/programs/global-setup.ts"),
      driven("current", "current", [SUITE, DRIVEN]),
      driven("oldest", "oldest", [SUITE, ...IN_OLDEST]),
      driven("oldest-all", "oldest", [SUITE, DRIVEN]),
      driven("package", "current", ["test/vscode/package/*.test.ts"], "test/vscode/package/global-setup.ts"),
    ],
  },
});
