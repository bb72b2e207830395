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

/**
 * Brings the helps in the page about the command line into step with what the command prints.
 *
 * @param page each help stands in a block of its own, which begins with the line `$ vaultconn plan --help`
 * @throws {Error} where a command has no block
 */
export async function updateCommandLine(page: string): Promise<string> {
  let updated = page;
  for (const command of [undefined, ...Object.keys(COMMANDS)]) {
    const line = `$ vaultconn ${command === undefined ? "" : `${command} `}--help`;
    const start = updated.indexOf(`\`\`\`\n${line}\n`);
    const end = updated.indexOf("\n```", start + 4);
    if (start < 0 || end < 0) throw new Error(`docs/command-line.md has no block that begins with "${line}".`);
    updated = `${updated.slice(0, start)}\`\`\`\n${line}\n${(await helpOf(command)).trimEnd()}${updated.slice(end)}`;
  }
  return updated;
}
