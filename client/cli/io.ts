import type { Readable, Writable } from "node:stream";
import type { Clock } from "../src/service/calls/wait.js";
import type { Limits } from "../src/service/transport/exchange.js";

/** A stream that may be a person's terminal. */
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

/** Writes text, and waits for a reader that is slow. One that has gone gets no more. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (text === "" || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    stream.write(text, () => {
      resolve();
    });
  });
}

/** Whether colours are wanted: only for a person at a terminal who has not declined. */
export function mayColour(stream: Terminal, env: Io["env"]): boolean {
  return stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}
