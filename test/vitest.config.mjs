import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

// Everything that runs in plain Node. The suites in a real VS Code have a configuration of their own.
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/{unit,protocol,http}/**/*.test.{ts,mjs}"],
    globalSetup: ["test/generate-schemas.mjs"],
    pool: "forks",
    // Four times the default: two cores are shared with the language servers and services the tests start.
    // Generous, for machines that do much else; only a failure takes so long.
    testTimeout: 60_000,
  },
});
