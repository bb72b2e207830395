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
 * Brings the helps in the page about the command line into step with what the commands print. Options that several
 * commands have stand once, in the block of shared options.
 *
 * @param page each help has a block of its own, which begins with a line such as `Usage: vaultconn plan`
 * @throws {Error} if a command has no block
 */
export async function updateCommandLine(page: string): Promise<string> {
  const commands = Object.keys(COMMANDS);
  const helps = await Promise.all(commands.map(helpOf));
  const all = helps.flatMap(optionsIn);
  const isShared = (option: string): boolean => all.filter((other) => other === option).length > 1;
  const shared = [...new Set(all.filter(isShared))].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  let updated = replaceBlock(page, "Usage: vaultconn [", await helpOf());
  for (const [at, command] of commands.entries())
    updated = replaceBlock(updated, `Usage: vaultconn ${command} `, shortened(helps[at] ?? "", isShared));
  return replaceBlock(updated, "Shared options:\n", `Shared options:\n${shared.map(wrapped).join("\n")}`);
}

/** The options of a help, each on one line: its name and values, two spaces, and what it's for. */
function optionsIn(help: string): readonly string[] {
  return (help.match(OPTION) ?? []).map((option) => option.trim().replaceAll(/\n\s*/g, " ").replace(/ {2,}/, "  "));
}

/** The heading of the options that name tenants and how to sign in. */
const SIGN_IN = "Tenants and sign-in";

function shortened(help: string, isShared: (option: string) => boolean): string {
  const options = optionsIn(help);
  const signIn = optionsIn(help.split(`${SIGN_IN}:\n`)[1] ?? "").map(nameOf);
  const own = options.filter((option) => !isShared(option)).map(wrapped);
  const names = options.filter(isShared).map(nameOf);
  const isSignIn = (name: string): boolean => signIn.includes(name);
  const shared = [...names.filter((name) => !isSignIn(name)), ...(names.some(isSignIn) ? [SIGN_IN] : [])].join(", ");
  const [head = "", tail = ""] = help.split(/^Options:\n[^]*?(?=^Example:)/m);
  const parts = [
    ["Options:", ...own],
    ["Shared options:", wrapped(shared)],
  ].filter(({ length }) => length > 1);
  return `${head}${parts.map((lines) => `${lines.join("\n")}\n\n`).join("")}${tail}`;
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
