import { Option } from "commander";
import { EXITS, misuse, Stop, type Exit } from "../exits.js";
import { findDrift, type Finding } from "../drift/findDrift.js";
import { DRIFT_FORMATS } from "../drift/formats.js";
import { readFiles } from "../files/readFiles.js";
import { mayColour, say, write } from "../io.js";
import { withConnection } from "../options/shared.js";
import { readTenant } from "../plan/access.js";
import { openSession, type SessionOptions } from "../plan/session.js";
import type { CommandMaker } from "./command.js";

interface DriftOptions extends SessionOptions {
  readonly format: keyof typeof DRIFT_FORMATS;
  readonly unmanaged?: boolean;
}

/** `vaultconn drift`: compares the service with the lock file. It reads lists, and knows no way to change anything. */
export const drift: CommandMaker = {
  example: "vaultconn drift --tenant acme.example.com --unmanaged",
  configure: (command) =>
    withConnection(command)
      .summary("compare the service with the lock file")
      .description(
        "Says which connections changed on the service since the lock file, which are gone and which are not ready.",
      )
      .argument("[paths...]", "for --unmanaged: files, folders or quoted globs; all below the root if none are given")
      .option("--unmanaged", "also those that no file is for")
      .addOption(
        new Option("--format <format>", "how it is printed").choices(Object.keys(DRIFT_FORMATS)).default("text"),
      )
      .option("-v, --verbose", "tell of each request, never of its contents"),
  run: async (paths, given, io) => {
    const options = given as DriftOptions;
    if (paths.length > 0 && options.unmanaged !== true) throw misuse("Files are looked at with --unmanaged only.");
    const session = await openSession(options, io);
    try {
      const { lock, tenants, progress } = session;
      const files = options.unmanaged === true ? await readFiles(paths, session.root, io.cwd) : undefined;
      const unread = (files ?? []).flatMap((one) => (one.unread === undefined ? [] : [`${one.shown}: ${one.unread}`]));
      if (unread.length > 0) throw new Stop(EXITS.failed, unread);
      const accesses = session.access(tenants);
      const read = await Promise.all(
        accesses.map(async ({ tenant, client }) => ({
          tenant,
          list: await readTenant({ tenant, client }, io, progress),
        })),
      );
      progress.end();
      const findings = findDrift(lock.entries, read, files);
      const others = new Set(
        lock.entries.map(({ tenant }) => tenant).filter((host) => tenants.every((one) => one.host !== host)),
      );
      for (const host of others)
        await say(io.stderr, `${host} is in the lock file and was not named, so it was not looked at.`);
      await write(io.stdout, DRIFT_FORMATS[options.format](findings, mayColour(io.stdout, io.env)));
      return exitOf(findings);
    } finally {
      await session.close();
    }
  },
};

/** A connection that waits for somebody to sign in at its application is told of, and is no drift. */
function exitOf(findings: readonly Finding[]): Exit {
  return findings.some(({ kind }) => kind !== "notReady") ? EXITS.drift : EXITS.done;
}
