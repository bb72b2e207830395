import { parseArgs } from "node:util";

import { startService } from "../../test/service/service.js";
import { runProgram } from "../program.js";

const USAGE = `Usage: npm run service -- [options]

  --port <0-65535>            port on 127.0.0.1; 0, the default, takes one that is free
  --connections <0-1000000>   how many connections there are; 250 if not given
  --service-time <ms>         how long each reply takes at least
  --exit-with-stdin           stop when standard input ends
  --help                      print this

Prints one line of JSON when it listens.
`;

const MOST_CONNECTIONS = 1_000_000;
const DAY_MILLISECONDS = 86_400_000;

/** Runs the service until SIGINT or SIGTERM. Prints one line of JSON to standard output once it listens. */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "0" },
      connections: { type: "string", default: "250" },
      "service-time": { type: "string", default: "0" },
      "exit-with-stdin": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const integer = (name: "port" | "connections" | "service-time", maximum: number): number => {
    const text = values[name];
    if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
    throw new Error(`--${name} must be an integer from 0 to ${maximum}, not "${text}".`);
  };
  if (values.help) {
    process.stderr.write(USAGE);
    return;
  }
  const service = await startService({
    port: integer("port", 65_535),
    connections: integer("connections", MOST_CONNECTIONS),
    serviceTime: integer("service-time", DAY_MILLISECONDS),
    latestChange: Date.now(),
  });
  const { baseUrl, authUrl, clientId, clientSecret, accessToken } = service;
  const stop = (): void => {
    void service.close().then(() => process.exit(0));
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  if (values["exit-with-stdin"]) process.stdin.once("end", stop).once("close", stop).resume();
  process.stdout.write(`${JSON.stringify({ baseUrl, authUrl, clientId, clientSecret, accessToken })}\n`);
}

await runProgram(main);
