import type { Command, OptionValues } from "@commander-js/extra-typings";

/** Collects the values of an option that can be repeated. */
export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Says which connections a command takes. */
export function withNames<Options extends OptionValues>(command: Command<[], Options>) {
  return command
    .option("--name <text>", "only connections with this text in their name", several)
    .option("--app <id>", "only connections of this application", several);
}
