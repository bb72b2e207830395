import type { Command } from "commander";

/** Which connections a command takes. */
export interface NameOptions {
  readonly name?: readonly string[];
  readonly app?: readonly string[];
}

/** Collects the values of an option that can be repeated. */
export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

export function withNames(command: Command): Command {
  return command
    .option("--name <text>", "only connections with this text in their name", several)
    .option("--app <id>", "only connections of this application", several);
}
