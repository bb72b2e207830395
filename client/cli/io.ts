import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";
import type { Clock } from "../core/service/calls/wait.js";
import type { Limits } from "../core/service/transport/exchange.js";
import type { Exit } from "./exits.js";
import { printable, escapeControlCharacters } from "./output/escapeControlCharacters.js";

interface Terminal {
  readonly isTTY?: boolean | undefined;
}

/** The command's whole environment, replaceable in tests. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable & Terminal;
  /** Data only. */
  readonly stdout: Writable & Terminal;
  /** Progress and messages for people. */
  readonly stderr: Writable & Terminal;
  readonly clock: Clock;
  /** Request time limits; the editor's if not given. */
  readonly limits?: Partial<Limits> | undefined;
  /** Aborted by the first signal: nothing new begins, and sent requests are waited for. */
  readonly stopping: AbortSignal;
  /** Aborted by the second signal, or a while after the first: nothing is waited for. */
  readonly stopped: AbortSignal;
}

export interface CommandMaker {
  readonly example: string;
  readonly configure: (command: Command) => Command;
  /** @param options as commander reads them. @throws ExitError */
  run(paths: readonly string[], options: object, io: Io): Promise<Exit>;
}

/**
 * Waits for a slow reader, and ignores one that has gone.
 * @param commands whether the report contains commands to GitHub's runner.
 */
export async function write(stream: Writable & Terminal, report: string, commands = false): Promise<void> {
  if (report === "" || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    stream.write(printable(report, { colours: stream.isTTY === true, commands }), () => {
      resolve();
    });
  });
}

export function say(stream: Writable & Terminal, sentence: string): Promise<void> {
  return write(stream, `${escapeControlCharacters(sentence)}\n`);
}

/** Only for a terminal whose user hasn't declined colors. */
export function mayColour(stream: Terminal, env: Io["env"]): boolean {
  return stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}
