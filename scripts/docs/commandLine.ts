import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { COMMANDS, run } from "../../client/cli/program.js";

/** The help of `vaultconn`, or of one of its commands, as it prints it. */
export async function helpOf(command?: string): Promise<string> {
  const stdout = new PassThrough();
  const printed = text(stdout);
  const { signal } = new AbortController();
  await run([...(command === undefined ? [] : [command]), "--help"], {
    env: {},
    cwd: "/",
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    clock: { elapsed: () => 0, now: () => 0, sleep: () => Promise.resolve(), random: () => 0 },
    stopping: signal,
    stopped: signal,
  });
  stdout.end();
  return printed;
}

/** An option in a help: a line, and those indented below it. */
const OPTION = /^ {2}(?:-\w, )?--[a-z][^\n]*(?:\n {3,}[^\n]*)*\n/gm;

/**
 * Updates the helps in the page about the command line from what the commands print: the usage of each, its arguments, and
 * its own options. Options that several commands have are listed once, with the names of the commands.
 *
 * @param page each command has a block of its own, which begins with a line such as `vaultconn plan [options]`
 * @throws {Error} if a command has no block
 */
export async function updateCommandLine(page: string): Promise<string> {
  const commands = Object.keys(COMMANDS);
  const helps = new Map(await Promise.all(commands.map(async (command) => [command, await helpOf(command)] as const)));
  const having = (option: string): readonly string[] =>
    commands.filter((command) => optionsIn(helps.get(command)).includes(option));
  const isShared = (option: string): boolean => having(option).length > 1;
  const all = [...new Set(commands.flatMap((command) => optionsIn(helps.get(command))))];
  const shared = all.filter(isShared).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  let updated = page;
  for (const [command, help] of helps)
    updated = replaceBlock(updated, `vaultconn ${command} [`, shortened(help, isShared));
  const groups = Map.groupBy(shared, (option) => listOf(having(option), commands));
  const described = [...groups].map(([names, options]) => `Of ${names}:\n${options.map(wrapped).join("\n")}`);
  return replaceBlock(updated, "Of ", described.join("\n\n"));
}

/** Choices that another page describes. */
const MANY = /\(choices: (?:"[\w-]+"(?:, )?){8,}\)/;

/** The options of a help, each on one line: its name and values, two spaces, and what it's for. */
function optionsIn(help = ""): readonly string[] {
  return (help.match(OPTION) ?? []).map((option) =>
    option.trim().replaceAll(/\n\s*/g, " ").replace(/ {2,}/, "  ").replace(MANY, "(one of many)"),
  );
}

function shortened(help: string, isShared: (option: string) => boolean): string {
  const options = optionsIn(help).filter((option) => !isShared(option));
  const args = /(?<=^Arguments:\n)(?: +[^\n]*\n)+/m.exec(help)?.[0] ?? "";
  const usage = help.split("\n")[0]?.replace("Usage: ", "") ?? "";
  const parts = [args, options.map(wrapped).join("\n")];
  return [usage, ...parts.filter((part) => part !== "")].join("\n\n").replaceAll(/\n{3,}/g, "\n\n");
}

function listOf(having: readonly string[], all: readonly string[]): string {
  return having.length === all.length ? "all" : having.join(", ");
}

function nameOf(option: string): string {
  return /--[\w-]+/.exec(option)?.[0] ?? "";
}

const WIDTH = 100;

/** Breaks a line at spaces, and indents what follows. */
function wrapped(text: string): string {
  const lines = [" "];
  for (const word of text.split(/ (?! )/)) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`      ${word}`);
  }
  return lines.join("\n");
}

function replaceBlock(page: string, beginning: string, text: string): string {
  const start = page.indexOf(`\`\`\`\n${beginning}`);
  const end = page.indexOf("\n```", start + 4);
  if (start < 0 || end < 0) throw new Error(`docs/command-line.md has no block that begins with "${beginning}".`);
  return `${page.slice(0, start)}\`\`\`\n${text.trimEnd()}${page.slice(end)}`;
}
