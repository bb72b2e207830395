import { Option } from "commander";
import { variants } from "../../../schemas/variants.js";
import { EXITS, misuse, Stop } from "../exits.js";
import { write } from "../io.js";
import { several, withConnection } from "../options/shared.js";
import { readTenant } from "../plan/access.js";
import { openSession, type SessionOptions } from "../plan/session.js";
import { jsonText } from "../plan/formats.js";
import { isPattern, DEFAULT_PATTERN } from "../pull/referenceNames.js";
import { pullFiles, type Pulled } from "../pull/pullFiles.js";
import { visible } from "../../../server/src/cli/visible.js";
import type { CommandMaker } from "./command.js";

interface PullOptions extends SessionOptions {
  readonly into: string;
  readonly name?: readonly string[];
  readonly app?: readonly string[];
  readonly id?: readonly string[];
  readonly variant?: string;
  readonly reference: "secret" | "env";
  readonly pattern: string;
  readonly format: "text" | "json";
}

/** `vaultconn pull`: writes a setup file for each connection that has none. */
export const pull: CommandMaker = {
  example: "vaultconn pull --tenant acme.example.com --app slack --into connections",
  configure: (command) =>
    withConnection(command)
      .summary("write setup files for connections that have none")
      .description(
        "Writes a setup file for each connection, with references in the place of values; never over a file.",
      )
      .option("--into <folder>", "where the files go, below the root", ".")
      .option("--name <text>", "connections with this in their name", several)
      .option("--app <id>", "connections of this application", several)
      .option("--id <id>", "this connection", several)
      .addOption(
        new Option("--variant <name>", "the variant of the setup, instead of what the lock file says").choices(
          variants.map((variant) => variant.name),
        ),
      )
      .addOption(
        new Option("--reference <kind>", "what stands for values").choices(["secret", "env"]).default("secret"),
      )
      .option(
        "--pattern <names>",
        "how references are named, of {tenant}, {app}, {name}, {id} and {field}",
        DEFAULT_PATTERN,
      )
      .addOption(new Option("--format <format>", "how it is printed").choices(["text", "json"]).default("text"))
      .option("-v, --verbose", "tell of each request, never of its contents"),
  run: async (paths, given, io) => {
    const options = given as PullOptions;
    if (paths.length > 0) throw misuse("pull takes no files: give --name, --app or --id.");
    if (!isPattern(options.pattern))
      throw misuse(
        "--pattern is made of letters, digits, _ and {tenant}, {app}, {name}, {id} or {field}, with {field} in it.",
      );
    const session = await openSession(options, io);
    try {
      const tenants = await Promise.all(
        session.access(session.tenants).map(async ({ tenant, client }) => {
          const { records } = await readTenant({ tenant, client }, io, session.progress);
          return { tenant, records: [...records.values()] };
        }),
      );
      const pulled = await pullFiles(tenants, session, options);
      session.progress.end();
      await write(io.stdout, options.format === "json" ? jsonText({ version: 1, ...pulled }) : summaryOf(pulled));
      if (pulled.failed.length > 0) throw new Stop(EXITS.failed, pulled.failed);
      return EXITS.done;
    } finally {
      await session.close();
    }
  },
};

function summaryOf({ written, kept }: Pulled): string {
  const lines = written.map(({ file }) => `${visible(file)}\n`).join("");
  return `${lines}${written.length} written, ${kept} had a file already\n`;
}
