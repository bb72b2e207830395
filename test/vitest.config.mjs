import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

// Everything that runs in plain Node. The suites in a real VS Code have a configuration of their own.
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/{unit,protocol,http}/**/*.test.{ts,mjs}"],
    globalSetup: ["test/generate-schemas.mjs"],
    pool: "forks",
    // Generous: the cores are shared with the servers and services the tests start. Only a failure takes that long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
