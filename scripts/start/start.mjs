// The demonstration: npm start [-- --server] [-- --port P]
// Brings what it needs, starts the embedded service with sample data, and opens a real VS Code with the extension.

import { parseArgs } from "node:util";

import { onAbandoned } from "../prepare/abandoned.mjs";
import { ensureBuilt } from "../prepare/build.mjs";
import { ensureInstalled } from "../prepare/install.mjs";
import { provisionServer } from "../../test/vscode/provision/provision.mjs";

const USAGE = `Usage: npm start [-- options]

  --server      serve VS Code in the browser, even where a desktop VS Code could be opened
  --port <0-65535>  the port of VS Code in the browser; any free one if not given
  --help        print this`;

const log = (/** @type {string} */ line) => console.log(line);

try {
  const { server, port, help } = readArguments();
  if (help) {
    log(USAGE);
  } else {
    onAbandoned(() => process.kill(process.pid, "SIGTERM"));
    await ensureInstalled(log);
    await ensureBuilt(log);
    const { loadTypeScript } = await import("../load-typescript.mjs");
    const { runDemo } = await loadTypeScript("scripts/start/demo.ts");
    // An installation that was under way when the user ended the demonstration must not hold it up.
    process.exit(
      await runDemo({ forceBrowser: server, port, log, provisionServer: () => provisionServer("current", log) }),
    );
  }
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  console.error(cause instanceof Error ? `${message}\n${cause.message}` : message);
  process.exitCode = 1;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      server: { type: "boolean", default: false },
      port: { type: "string", default: "0" },
      help: { type: "boolean", default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`"${values.port}" is not a port.\n\n${USAGE}`);
  return { ...values, port };
}
