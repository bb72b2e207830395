import { parseArgs } from "node:util";

import { type VsCodeBuild, provisionServer } from "../../test/vscode/provision/vscode-server.js";
import { ensureBuilt } from "../build/ensure.js";
import { runProgram } from "../program.js";
import { runDemo } from "./demo.js";
import { hasDisplay } from "./editions.js";

const USAGE = `Usage: npm start [-- options]

  --server      serve VS Code in the browser, even where a desktop VS Code could be opened
  --port <0-65535>  the port of VS Code in the browser; any free one if not given
  --help        print this`;

/**
 * The demonstration: npm start [-- --server] [-- --port P]
 *
 * Brings what it needs, starts the embedded service with sample data, and opens a real VS Code with the extension.
 */
async function main(args: readonly string[]): Promise<void> {
  const { server, port, help } = readArguments(args);
  if (help) {
    console.log(USAGE);
    return;
  }
  const provision = (): Promise<VsCodeBuild> => provisionServer("current", console.log);
  // Mostly waits for the network, so it goes on beside the build. Anyone who awaits it learns why it failed.
  const provisioned = server || !hasDisplay() ? provision() : undefined;
  provisioned?.catch(() => undefined);
  await ensureBuilt();
  // An installation that was in progress when the user ended the demonstration mustn't hold it up.
  process.exit(
    await runDemo({ forceBrowser: server, port, log: console.log, provisionServer: () => provisioned ?? provision() }),
  );
}

function readArguments(args: readonly string[]): { server: boolean; port: number; help: boolean } {
  const { values } = parseArgs({
    args: [...args],
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

await runProgram(main);
