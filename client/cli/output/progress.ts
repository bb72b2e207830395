import { say, type Io } from "../io.js";
import { visible } from "./visible.js";

/** Elsewhere than on a terminal a line is written so often. */
const EVERY_MS = 10_000;
/** On a terminal the bar is drawn again so often. */
const REDRAWN_MS = 100;
const BAR_WIDTH = 40;
/** Clears the rest of a terminal's line. */
const CLEAR = "\u001b[K";

/** Tells people how far the work is, on standard error. */
export interface Progress {
  /** Tells how far a stage is. @param stage such as "Reading". */
  at(stage: string, done: number, total: number | undefined): void;
  /** Says something that is to be seen whatever goes on. */
  say(line: string): void;
  end(): void;
}

/** A bar on a terminal; elsewhere a line every ten seconds. */
export function showProgress({ stderr, env, clock }: Pick<Io, "stderr" | "env" | "clock">): Progress {
  return stderr.isTTY === true && env["TERM"] !== "dumb"
    ? bar(stderr, () => clock.elapsed())
    : lines(stderr, () => clock.elapsed());
}

function bar(stderr: Io["stderr"], now: () => number): Progress {
  let shown: { readonly stage: string; readonly at: number } | undefined;
  const end = () => {
    if (shown) stderr.write(`\r${CLEAR}`);
    shown = undefined;
  };
  return {
    at: (stage, done, total = done) => {
      if (shown?.stage === stage && done < total && now() - shown.at < REDRAWN_MS) return;
      shown = { stage, at: now() };
      const filled = total === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.floor((BAR_WIDTH * done) / total));
      const drawn = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
      stderr.write(`\r${visible(stage)} ${drawn} ${done}/${total}${CLEAR}`);
    },
    say: (line) => {
      end();
      void say(stderr, line);
    },
    end,
  };
}

function lines(stderr: Io["stderr"], now: () => number): Progress {
  let last = now();
  return {
    at: (stage, done, total) => {
      if (now() - last < EVERY_MS) return;
      last = now();
      void say(stderr, `${stage}: ${done}${total === undefined ? "" : ` of ${total}`}`);
    },
    say: (line) => {
      void say(stderr, line);
    },
    end: () => undefined,
  };
}
