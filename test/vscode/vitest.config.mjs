import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

// The suites that drive a real VS Code as a user does. VAULTCONN_VSCODE chooses the edition: current or oldest.
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/vscode/{driven,package}/**/*.test.ts"],
    globalSetup: ["test/generate-schemas.mjs", "test/vscode/global-setup.mjs"],
    pool: "forks",
    // A VS Code with its browser keeps about one core busy, and waits a good deal.
    maxWorkers: 2,
    // Only a failure takes so long: what is waited for has shorter limits, and a test waits for several things.
    testTimeout: 400_000,
    hookTimeout: 400_000,
  },
});
