import { parseArgs } from "node:util";

import { startService } from "../../test/service/service.js";
import { runProgram } from "../program.js";

/**
 * Runs the embedded service: npm run service [-- --port 8080] [--connections 1000] [--service-time 20]
 *
 * The port is on 127.0.0.1, any that is free if not given. Each reply takes at least the service time, in milliseconds.
 *
 * Prints one line of JSON when it listens. Runs until SIGINT or SIGTERM.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "0" },
      connections: { type: "string", default: "250" },
      "service-time": { type: "string", default: "0" },
    },
  });
  const integer = (name: keyof typeof values): number => {
    if (/^\d+$/.test(values[name])) return Number(values[name]);
    throw new Error(`--${name} must be an integer, not "${values[name]}".`);
  };
  const service = await startService({
    port: integer("port"),
    connections: integer("connections"),
    serviceTime: integer("service-time"),
    latestChange: Date.now(),
  });
  const { baseUrl, authUrl, clientId, clientSecret, accessToken } = service;
  const stop = (): void => {
    void service.close().then(() => process.exit(0));
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  process.stdout.write(`${JSON.stringify({ baseUrl, authUrl, clientId, clientSecret, accessToken })}\n`);
}

await runProgram(main);
