import { setMaxListeners } from "node:events";
import {
  Argument,
  Command,
  CommanderError,
  InvalidArgumentError,
  type CommandUnknownOpts,
  type Option,
} from "@commander-js/extra-typings";
import { FILE_ENDING } from "../../schemas/files.js";
import { VERSION } from "../../server/src/version.js";
import { apply } from "./apply/apply.js";
import { check } from "./check/check.js";
import { COMPLETIONS } from "./shellCompletion.js";
import { drift } from "./drift/drift.js";
import { list } from "./list/list.js";
import { EXIT_MEANINGS, EXITS, ExitError, misuse, type Exit } from "./exits.js";
import { mcp } from "./mcp/mcp.js";
import { say, write, type CommandMaker, type Io } from "./io.js";
import { jsonText } from "./output/report.js";
import { hidingValues } from "./options/hideValues.js";
import { argumentHints } from "./options/argumentHints.js";
import { several } from "./options/withConnection.js";
import { plan } from "./plan/plan.js";
import { pull } from "./pull/pull.js";
import { values } from "./values/values.js";

/** In the help's order. */
export const COMMANDS: Readonly<Record<string, CommandMaker>> = { check, list, plan, apply, drift, pull, values, mcp };

/** In columns. Fixed, because the documentation quotes the help. */
const WIDTH = 100;

/** Runs a command. Never rejects. @param args without `vaultconn`. @returns the exit code. */
export async function run(args: readonly string[], given: Omit<Io, "args">): Promise<Exit> {
  const io = { ...given, args };
  // Each request in progress adds a listener, so more than ten aren't a leak.
  setMaxListeners(0, io.stopping, io.stopped);
  let exit: Exit = EXITS.done;
  const { hide, hint } = hidingValues(args, io);
  const end = (ended: Exit) => {
    exit = ended;
  };
  const program = programOf(io, end, hide);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    // Commander has printed it.
    if (error instanceof CommanderError && error.exitCode === 0) return EXITS.done;
    const failure =
      error instanceof CommanderError ? misuse(error.message.replace(ERROR, "").replace("\n", " ")) : failureFor(error);
    const lines = failure.lines.map(hide);
    if (!(error instanceof CommanderError)) for (const line of lines) await say(io.stderr, line);
    for (const line of [...argumentHints(args).map(hide), hint() ?? []].flat()) await say(io.stderr, line);
    // The options may be what's wrong, so commander may not have read them.
    if (/ --format[ =]json /.test(` ${args.join(" ")} `)) {
      const { code, next, status } = failure.cause;
      const message = lines.join(" ");
      await write(io.stdout, jsonText({ version: 1, error: { code, message, next, status } }));
    }
    exit = failure.exit;
  }
  return exit;
}

/** What says more about a hyphen. */
const WITH_DESCRIPTOR = /^--(?:secrets|credentials) /;

/**
 * Refuses an empty value of an option, a hyphen, which would be a file's name here, a setup file, which a shell's empty
 * variable before it made the value, and a second one unless they add up. Otherwise, the last would silently count.
 */
function takeOnce(option: Option): void {
  if (!option.required) return;
  const parse = option.parseArg;
  let isGiven = false;
  option.argParser((value: string, before: unknown) => {
    if (value.trim() === "") throw new InvalidArgumentError("It's empty.");
    if (value === "-" && option.flags.endsWith("<file>") && !WITH_DESCRIPTOR.test(option.flags))
      throw new InvalidArgumentError("Name a file. A hyphen isn't standard input or output here.");
    if (value.endsWith(FILE_ENDING) && option.attributeName() !== "stdinFilename")
      throw new InvalidArgumentError("It's a setup file. The option's own value is missing.");
    if (isGiven && parse !== several) throw new InvalidArgumentError("The option is given twice.");
    isGiven = true;
    return parse ? parse(value, before) : value;
  });
}

/** A descriptor can be read once, so one option would get nothing, or the other's secret. @throws ExitError */
function refuseSharedDescriptors(command: CommandUnknownOpts): void {
  const options = command.options.filter(({ flags }) => flags.endsWith("-fd <n>"));
  const given = Map.groupBy(options, (option) => Number(command.getOptionValue(option.attributeName())));
  for (const [descriptor, [one, other]] of given)
    if (one && other && !Number.isNaN(descriptor))
      throw misuse(
        `${one.long} and ${other.long} are both ${descriptor}. Give each a file descriptor of its own, such as 3 and 4.`,
      );
}

/** How commander begins its messages. */
const ERROR = /^error: /;

function failureFor(error: unknown): ExitError {
  if (error instanceof ExitError) return error;
  // An unexpected error's message may contain secrets.
  const name = error instanceof Error ? error.name : "unknown";
  return new ExitError(`vaultconn failed unexpectedly (${name}). Report this error.`, EXITS.failed, {
    code: "unexpected",
  });
}

/** Also the source of the completion scripts and the documentation page. */
function programOf(io: Io, end: (exit: Exit) => void, hide: (text: string) => string): CommandUnknownOpts {
  const program = new Command("vaultconn")
    .description("Connections as code: checks, plans, applies, and compares setup files of vault connections.")
    .version(VERSION, "-V, --version", "print the version")
    .helpCommand(false)
    .addHelpText(
      "after",
      `\nExit codes:\n${Object.entries(EXIT_MEANINGS)
        .map(([code, meaning]) => `  ${code.padStart(2)}  ${meaning}`)
        .join("\n")}\n`,
    )
    .addHelpText("after", "Example:\n  vaultconn plan --tenant acme.example.com")
    .showHelpAfterError('See "vaultconn --help".')
    .exitOverride()
    .helpOption("-h, --help", "print this help")
    .configureHelp({ helpWidth: WIDTH })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void write(io.stderr, text),
      outputError: (text, writeText) => {
        writeText(hide(text.replace(ERROR, "")));
      },
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const [name, maker] of Object.entries(COMMANDS)) {
    const command = maker
      .configure(new Command(name).copyInheritedSettings(program))
      .addHelpText("after", `\nExample:\n  ${maker.example}`)
      .showHelpAfterError(`See "vaultconn ${name} --help".`)
      .action(async () => {
        refuseSharedDescriptors(command);
        end(await maker.run(command.args, command.opts(), io));
      });
    command.options.forEach(takeOnce);
    program.addCommand(command);
  }
  const shells = new Command("completion")
    .copyInheritedSettings(program)
    .summary("print a completion script for a shell")
    .description("Prints a completion script for the shell to source.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(COMPLETIONS)))
    .addHelpText("after", "\nExample:\n  source <(vaultconn completion bash)")
    .action((shell) => write(io.stdout, COMPLETIONS[shell]?.(program) ?? ""));
  // Commander's own help command exits with `process.exitCode`, which is already set.
  const help = new Command("help")
    .copyInheritedSettings(program)
    .summary("print the help of a command")
    .description("Prints the help of a command.")
    .addArgument(new Argument("[command]", "the command").choices([...Object.keys(COMMANDS), "completion", "help"]))
    .addHelpText("after", "\nExample:\n  vaultconn help plan")
    .action((name) => {
      (program.commands.find((command) => command.name() === name) ?? program).outputHelp();
    });
  return program.addCommand(shells).addCommand(help);
}
