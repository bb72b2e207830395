import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

import { execa } from "execa";

import { onAbandoned } from "../prepare/abandoned.js";
import { ensureBuilt } from "../prepare/build.js";
import { isStopping, stopProcesses } from "../test/processes.js";
import { type Outcome } from "../test/outcome.js";
import { vitest } from "../test/vitest.js";

const log = (line: string): void => {
  console.log(line);
};

/**
 * Runs the driven tests again and again, to see whether they pass at every try, on a busy machine too:
 * npm run repeat -- [--project current|oldest] [--times 10] [--busy 5] [files]
 *
 * `--busy` says how many of the runs, the last ones, share the machine with a program on each core that never waits.
 * Ends with a table of what came out.
 *
 * @returns the exit code, 1 if anything failed
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      project: { type: "string", default: "current" },
      times: { type: "string", default: "10" },
      busy: { type: "string", default: "0" },
    },
  });
  const times = Number(values.times);
  onAbandoned(stopProcesses);
  process.on("SIGINT", stopProcesses).on("SIGTERM", stopProcesses);
  await ensureBuilt(log);
  const rows: string[] = [];
  const failures: string[] = [];
  for (let run = 1; run <= times && !isStopping(); run++) {
    const isBusy = run > times - Number(values.busy);
    const begin = Date.now();
    const once = (): Promise<Outcome> => vitest(values.project, ...positionals);
    const outcome = await (isBusy ? whileBusy(once) : once());
    const seconds = ((Date.now() - begin) / 1000).toFixed(0);
    rows.push(`${columns(run, isBusy ? "busy" : "quiet", outcome.passed, outcome.failed)} ${seconds.padStart(6)} s`);
    failures.push(...outcome.failures.map((failure) => `Run ${run}, ${failure}`));
  }
  log(`\n     run machine  passed  failed     time\n${rows.join("\n")}`);
  for (const failure of failures) log(`\n${failure}`);
  return failures.length === 0 && rows.length === times ? 0 : 1;
}

function columns(...values: readonly (string | number)[]): string {
  return values.map((value) => String(value).padStart(8)).join("");
}

/** Does something while a program on each core never waits. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const programs = Array.from({ length: availableParallelism() }, () =>
    execa(process.execPath, ["--eval", "for (;;);"], { cancelSignal: stop.signal, reject: false, stdio: "ignore" }),
  );
  try {
    return await work();
  } finally {
    stop.abort();
    await Promise.all(programs);
  }
}
