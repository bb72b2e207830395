import type { Readable, Writable } from "node:stream";
import type { Command, CommandUnknownOpts, OptionValues } from "@commander-js/extra-typings";
import type { Clock } from "../core/service/calls/wait.js";
import type { Limits } from "../core/service/transport/exchange.js";
import type { Exit } from "./exits.js";
import { printable, escapeControlCharacters } from "./output/escapeControlCharacters.js";

interface Terminal {
  readonly isTTY?: boolean | undefined;
}

/** Everything that the command uses of its process. Tests replace it. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Of the command line, without `vaultconn`. */
  readonly args: readonly string[];
  readonly stdin: Readable & Terminal;
  /** Data only. */
  readonly stdout: Writable & Terminal;
  /** Progress and messages. */
  readonly stderr: Writable & Terminal;
  readonly clock: Clock;
  /** Request time limits; the editor's by default. */
  readonly limits?: Partial<Limits> | undefined;
  /** Aborted by the first signal: starts nothing new, but waits for requests that were sent. */
  readonly stopping: AbortSignal;
  /** Aborted by the second signal, or some time after the first: waits for nothing. */
  readonly stopped: AbortSignal;
}

export interface CommandMaker<Options extends OptionValues = OptionValues> {
  readonly example: string;
  /** Declares the options. */
  readonly configure: (command: Command) => CommandUnknownOpts & { opts(): Options };
  /** @throws ExitError */
  run(paths: readonly string[], options: Options, io: Io): Promise<Exit>;
}

/** Infers the types of the options that `run` gets. */
export function defineCommand<Options extends OptionValues>(maker: CommandMaker<Options>): CommandMaker {
  return maker;
}

/** The options that a function adds to a command. */
export type OptionsOf<Add> = Add extends (command: never) => { opts(): infer Options } ? Options : never;

/**
 * Waits for a slow reader, and ignores one that has disconnected.
 * @param own what the report uses on purpose: workflow commands for GitHub's runner, or other line breaks.
 */
export async function write(
  stream: Writable & Terminal,
  report: string,
  own: { readonly commands?: boolean; readonly lineBreak?: "\r\n" } = {},
): Promise<void> {
  if (report === "" || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    stream.write(printable(report, { colours: stream.isTTY === true, ...own }), () => {
      resolve();
    });
  });
}

export function say(stream: Writable & Terminal, sentence: string): Promise<void> {
  return write(stream, `${escapeControlCharacters(sentence)}\n`);
}

/** Whether the stream is a terminal and the user hasn't disabled colors. */
export function mayColour(stream: Terminal, env: Io["env"]): boolean {
  return stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}
