import { say, type Io } from "../io.js";
import { visible } from "./visible.js";

/** How often a terminal's bar is redrawn; elsewhere, how often a line is written. */
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
const BAR_WIDTH = 40;
/** Clears the rest of a terminal's line. */
const CLEAR = "\u001b[K";

export interface Progress {
  /** @param stage such as "Reading". */
  at(stage: string, done: number, total: number | undefined): void;
  say(line: string): void;
  end(): void;
}

/** A bar on a terminal; elsewhere a line every ten seconds. */
export function showProgress({ stderr, env, clock }: Pick<Io, "stderr" | "env" | "clock">): Progress {
  const isTerminal = stderr.isTTY === true && env["TERM"] !== "dumb";
  let last = clock.elapsed();
  let barOf: string | undefined;
  const end = () => {
    if (barOf !== undefined) stderr.write(`\r${CLEAR}`);
    barOf = undefined;
  };
  return {
    at: (stage, done, total) => {
      const isNew = isTerminal && (barOf !== stage || done >= (total ?? done));
      if (!isNew && clock.elapsed() - last < (isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      last = clock.elapsed();
      if (!isTerminal) return void say(stderr, `${stage}: ${done}${total === undefined ? "" : ` of ${total}`}`);
      barOf = stage;
      const filled = total ? Math.min(BAR_WIDTH, Math.floor((BAR_WIDTH * done) / total)) : BAR_WIDTH;
      const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
      stderr.write(`\r${visible(stage)} ${bar} ${done}/${total ?? done}${CLEAR}`);
    },
    say: (line) => {
      end();
      void say(stderr, line);
    },
    end,
  };
}
