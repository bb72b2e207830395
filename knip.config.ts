import { type KnipConfig } from "knip";

/**
 * Without tests, as `knip --production` looks at the project, what is used in its own file alone may be exported, for
 * the tests; what is used nowhere but in tests may not be there.
 */
const withoutTests = process.argv.includes("--production");

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        "client/cli/{main,vaultconn}.ts!",
        "client/page/overview.ts!",
        "client/core/service/transport/undici.ts!",
        "client/extension/{extension,language/languageclient}.ts!",
        "server/src/main.ts!",
        "scripts/*/main.ts!",
        "scripts/{install.mjs,build/generate.ts}!",
        "test/vscode/suite/index.ts",
        "test/vscode/suite/**/*.test.ts",
      ],
      project: [
        "{client,server,schemas,scripts}/**/*.{ts,mjs}!",
        // The embedded service is run by people, too.
        "test/service/**/*.ts!",
        "test/{!(service)/**/,}*.ts",
        "*.{mts,mjs,ts}",
      ],
      // dependency-cruiser parses TypeScript with @swc/core.
      ignoreDependencies: ["@swc/core"],
    },
    "scripts/bench": {
      // Outside production, knip finds the first in the scripts of package.json.
      entry: [...(withoutTests ? ["main.ts!"] : []), "growth/program.ts!", "http/list.ts!", "language/programs/*.ts!"],
      project: ["**/*.ts!"],
      // Its server is bundled by path.
      ignoreDependencies: ["vscode-langservers-extracted"],
    },
  },
  ignoreExportsUsedInFile: withoutTests,
  ignoreBinaries: ["gpg", "gpgconf", "pass", "mkfifo", "dbus-run-session", "secret-tool", "dbus-send", "sha256sum"],
};

export default config;
