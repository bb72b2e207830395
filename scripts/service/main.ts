import { runProgram } from "../program.js";
import { readArguments, USAGE } from "./arguments.js";
import { startService, type Service } from "../../test/service/service.js";

/**
 * Runs the service until SIGINT or SIGTERM. Prints one line of JSON to standard output once it listens.
 *
 * @returns the exit code if it isn't to run; undefined while it runs
 */
async function main(args: readonly string[]): Promise<number | undefined> {
  const parsed = readArguments(args);
  if (parsed.help) {
    process.stderr.write(USAGE);
    return 0;
  }
  const service = await startService({ ...parsed.service, latestChange: Date.now() });
  run(service, parsed.exitWithStdin);
  return undefined;
}

function run(service: Service, exitWithStdin: boolean): void {
  const { baseUrl, authUrl, clientId, clientSecret, accessToken } = service;
  const stop = (): void => {
    void service.close().then(() => process.exit(0));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  if (exitWithStdin) process.stdin.once("end", stop).once("close", stop).resume();
  process.stdout.write(`${JSON.stringify({ baseUrl, authUrl, clientId, clientSecret, accessToken })}\n`);
}

await runProgram(main);
