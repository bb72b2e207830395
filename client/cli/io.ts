import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";
import type { Clock } from "../core/service/calls/wait.js";
import type { Limits } from "../core/service/transport/exchange.js";
import type { Exit } from "./exits.js";
import { printable, visible } from "./output/visible.js";

interface Terminal {
  readonly isTTY?: boolean | undefined;
}

/** All that the command has to do with the world around it, so that a test can hold it in its hand. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable & Terminal;
  /** Data alone. */
  readonly stdout: Writable & Terminal;
  /** Progress, and what else people are told. */
  readonly stderr: Writable & Terminal;
  readonly clock: Clock;
  /** How long requests may take; as in the editor if not given. */
  readonly limits?: Partial<Limits> | undefined;
  /** Aborted by the first signal: nothing more is begun, what was sent is waited for. */
  readonly stopping: AbortSignal;
  /** Aborted by the second signal, or a while after the first: nothing is waited for any more. */
  readonly stopped: AbortSignal;
}

/** One command: how it is called, and what it does. */
export interface CommandMaker {
  /** A line that shows how it is used. */
  readonly example: string;
  readonly configure: (command: Command) => Command;
  /**
   * Does it.
   * @param paths its arguments.
   * @param options as commander reads them.
   * @throws Stop
   */
  readonly run: (paths: readonly string[], options: unknown, io: Io) => Promise<Exit>;
}

/**
 * Writes a report, and waits for a reader that is slow. One that has gone gets no more.
 * @param commands whether it holds commands to GitHub's runner.
 */
export async function write(stream: Writable & Terminal, report: string, commands = false): Promise<void> {
  if (report === "" || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    stream.write(printable(report, { colours: stream.isTTY === true, commands }), () => {
      resolve();
    });
  });
}

/** Writes a sentence as one line, whatever it quotes. */
export function say(stream: Writable & Terminal, sentence: string): Promise<void> {
  return write(stream, `${visible(sentence)}\n`);
}

/** Whether colours are wanted: only for a person at a terminal who has not declined. */
export function mayColour(stream: Terminal, env: Io["env"]): boolean {
  return stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}
