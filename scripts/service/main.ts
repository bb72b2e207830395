import { runProgram } from "../program.js";
import { readArguments, USAGE, type Arguments } from "./arguments.js";
import { CONTROL_TOKEN_VARIABLE } from "../../test/service/control.js";
import { startService, type Service } from "../../test/service/service.js";

/** The service on the command line keeps only so many requests, as it may run for long. */
const KEPT_REQUESTS = 10_000;

/**
 * Runs the service until SIGINT or SIGTERM. Prints one line of JSON to standard
 * output once it listens; everything else goes to standard error.
 * @returns the exit code where it doesn't come to that: 2 for arguments that
 * can't be understood, 1 where it can't listen; undefined while it runs.
 */
async function main(args: readonly string[]): Promise<number | undefined> {
  let parsed: Arguments;
  try {
    parsed = readArguments(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message} See --help.\n`);
    return 2;
  }
  if (parsed.help) {
    process.stderr.write(USAGE);
    return 0;
  }
  try {
    run(
      await startService({
        ...parsed.service,
        latestChange: Date.now(),
        controlToken: process.env[CONTROL_TOKEN_VARIABLE],
        keptRequests: KEPT_REQUESTS,
      }),
      parsed.exitWithStdin,
    );
    return undefined;
  } catch (error) {
    process.stderr.write(`The service cannot listen: ${(error as Error).message}.\n`);
    return 1;
  }
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
