import { Presets, SingleBar } from "cli-progress";
import { visible } from "../../../server/src/cli/visible.js";
import { say, type Io } from "../io.js";

/** Elsewhere than on a terminal a line is written so often. */
const EVERY_MS = 10_000;

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
  return stderr.isTTY === true && env["TERM"] !== "dumb" ? bar(stderr) : lines(stderr, () => clock.elapsed());
}

function bar(stderr: Io["stderr"]): Progress {
  let shown: { readonly stage: string; readonly bar: SingleBar } | undefined;
  const end = () => {
    shown?.bar.stop();
    shown = undefined;
  };
  return {
    at: (stage, done, total) => {
      if (shown?.stage !== stage) {
        end();
        const stream = stderr as unknown as NodeJS.WriteStream;
        const made = new SingleBar(
          {
            stream,
            format: `${visible(stage)} {bar} {value}/{total}`,
            clearOnComplete: true,
            hideCursor: true,
            gracefulExit: false,
          },
          Presets.shades_classic,
        );
        made.start(total ?? done, done);
        shown = { stage, bar: made };
      }
      if (total !== undefined) shown.bar.setTotal(total);
      shown.bar.update(done);
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
