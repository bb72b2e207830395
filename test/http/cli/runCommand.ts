import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { Io } from "../../../client/cli/io.js";
import { run } from "../../../client/cli/program.js";
import { systemClock } from "../../../client/core/service/calls/wait.js";

/** How a run of the command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run is given beside its arguments. */
export interface Surroundings extends Partial<Omit<Io, "stdin" | "stdout" | "stderr">> {
  readonly cwd: string;
  readonly input?: string | Buffer | undefined;
  /** What a user types, at a terminal. */
  readonly typed?: string | undefined;
}

/** Runs `vaultconn` in this process. */
export async function runCommand(args: readonly string[], given: Surroundings): Promise<Ended> {
  const { input = "", typed, env = {}, ...more } = given;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (typed !== undefined) for (const stream of [stdin, stderr]) Object.assign(stream, { isTTY: true });
  stdin.end(typed ?? input);
  const never = new AbortController().signal;
  const printed = Promise.all([text(stdout), text(stderr)]);
  const io = { clock: systemClock, stopping: never, stopped: never, env: { TERM: "dumb", ...env }, ...more };
  const code = await run(args, { ...io, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}
