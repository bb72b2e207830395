import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../common/describeError.js";
import { VERSION } from "../common/version.js";
import { HELP, readArguments } from "./arguments.js";
import { checkFiles } from "./checkFiles.js";
import { findInputs, type Input } from "./findInputs.js";
import { FORMATS } from "./formats/table.js";
import { Misuse, reasonOf, unreadSentence, type Unread } from "./misuse.js";
import { Output } from "./output.js";
import { rootOf } from "./paths.js";
import { readFile, readStream } from "./readFile.js";
import { Tally } from "./problem.js";
import { printable, visible } from "./visible.js";

/** How the process ends. */
const ALL_RIGHT = 0;
const PROBLEMS = 1;
const CANNOT = 2;

/**
 * The command `check`: checks files and prints what there is to say about them.
 * Sets the exit code of the process.
 * @param args what stands after `check`.
 */
export async function check(args: readonly string[]): Promise<void> {
  process.stderr.on("error", () => undefined);
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.exitCode = CANNOT;
    complain(
      error instanceof Misuse
        ? error.message
        : `The check failed unexpectedly: ${describeError(error)}. Please report it.`,
    );
  }
}

async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  const colours = mayColour();
  const output = new Output(process.stdout, { colours, commands: options !== "help" && options.format === "github" });
  if (options === "help") {
    await output.write(HELP);
    await output.flush();
    return ALL_RIGHT;
  }
  const cwd = process.cwd();
  const { inputs, unread } = await findInputs({ ...options, cwd });
  const stdin = inputs.some(({ source }) => source === "stdin") ? await readStream(process.stdin) : () => "";
  const failed = new Map<Input, Unread>();
  const read = (input: Input): string | undefined => {
    try {
      return input.source === "stdin" ? stdin() : readFile(input.path, input.source === "regular");
    } catch (error) {
      failed.set(input, { path: input.path, reason: reasonOf(error) });
      return undefined;
    }
  };
  const format = FORMATS[options.format]({
    cwd,
    root: rootOf(cwd),
    colours,
    version: VERSION,
    explanations,
  });
  const tally = new Tally(options.severity);
  await output.write(format.begin ?? "");
  for (const file of checkFiles(inputs, { plainTextSecret: options.plainTextSecret, read })) {
    const shown = tally.add(file);
    if (shown.problems.length > 0) await output.write(format.file(shown));
  }
  const all = [...unread, ...failed.values()];
  await output.write(format.end(tally.summary(all)));
  await output.flush();
  for (const one of all) complain(unreadSentence(one));
  if (output.failure)
    complain(
      `The report could not be written: ${reasonOf(output.failure)}. Make room or choose another place, and check again.`,
    );
  if (tally.warnings > options.maxWarnings)
    complain(
      `There are more warnings than --max-warnings allows: ${tally.warnings} instead of ${options.maxWarnings}. Correct some, or allow more.`,
    );
  if (all.length > 0 || output.failure) return CANNOT;
  return tally.errors > 0 || tally.warnings > options.maxWarnings ? PROBLEMS : ALL_RIGHT;
}

function complain(sentence: string): void {
  process.stderr.write(printable(`${visible(sentence)}\n`));
}

/** Only for a person at a terminal who has not declined. */
function mayColour(): boolean {
  const { stdout, env } = process;
  return stdout.isTTY && (env["NO_COLOR"] ?? "") === "" && stdout.hasColors();
}

/** The page beside the bundle. */
function explanations(): string {
  return readFileSync(join(__dirname, "diagnostics.md"), "utf8");
}
