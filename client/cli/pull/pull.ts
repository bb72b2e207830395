import { lstat, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Option, type Command } from "@commander-js/extra-typings";
import pLimit from "p-limit";
import { isInside } from "../../../schemas/files.js";
import { isForeignFolder } from "../../../schemas/foreign.js";
import { variants } from "../../../schemas/variants.js";
import { fileFinder, matches } from "../../core/connections/listed.js";
import { codeOf } from "../../core/text/codeOf.js";
import { numbered, setupFileName } from "../../core/files/setupFileName.js";
import { EXITS, misuse, ExitError } from "../exits.js";
import { pathFrom } from "../files/pathFrom.js";
import { reasonOf, unclearFaults } from "../../core/files/readFaults.js";
import { namedAs, readFiles, type SetupFile } from "../files/readFiles.js";
import { defineCommand, say, type OptionsOf } from "../io.js";
import { several, withConnection, withNames } from "../options/withConnection.js";
import { formatOption, print, type Report } from "../output/report.js";
import { escapeControlCharacters } from "../output/escapeControlCharacters.js";
import { incompleteLists, listTenants, type ListedTenant } from "../listTenants.js";
import { inSession, type Session } from "../session.js";
import type { LockKeeper } from "../state/lockKeeper.js";
import { DEFAULT_PATTERN, isPattern, referenceNames, skeleton } from "./setupText.js";

function configure(command: Command) {
  return withNames(
    withConnection(command)
      .summary("write setup files for connections that have none")
      .description(
        "Writes a setup file with references instead of values for each connection. It never overwrites a file.",
      )
      .option("--into <folder>", "the folder for the files, below the root", "."),
  )
    .option("--id <id>", "only the connection with this ID", several)
    .addOption(
      new Option("--variant <name>", "the variant of the setup, instead of the one in the lock file").choices(
        variants.map((variant) => variant.name),
      ),
    )
    .addOption(
      new Option("--reference <kind>", "the kind of reference to write for values")
        .choices(["secret", "env"])
        .default("secret"),
    )
    .option(
      "--pattern <names>",
      "the names of references, made of {tenant}, {app}, {name}, {id}, and {field}",
      DEFAULT_PATTERN,
    )
    .addOption(formatOption());
}

type PullOptions = OptionsOf<typeof configure>;

export const pull = defineCommand({
  example: "vaultconn pull --tenant acme.example.com --app slack --into connections",
  configure,
  run: (_, options, io) => {
    if (!isPattern(options.pattern))
      throw misuse(
        "--pattern must have {field} in it, and can have letters, digits, _, {tenant}, {app}, {name}, and {id}.",
      );
    return inSession(options, io, async (session) => {
      const locks = await session.locks.all();
      const files = await readFiles([], session, true);
      const pulled = await pullFiles(
        await listTenants(session, session.tenants),
        { ...session, locks, files },
        options,
      );
      session.progress.end();
      await print(reportOf(pulled, session.root), options.format, io);
      for (const line of pulled.failed) await say(io.stderr, line);
      return pulled.failed.length > 0 ? EXITS.failed : EXITS.done;
    });
  },
});

function reportOf({ written, kept, failed }: Pulled, root: string): Report {
  const summary = `${written.length} written, ${kept} already had a file`;
  return {
    title: "vaultconn pull",
    head: ["File", "Tenant", "Connection"],
    rows: written.map(({ file, tenant, id }) => [file, tenant, id]),
    notes: [],
    summary,
    text: () => `${written.map(({ file }) => `${escapeControlCharacters(file)}\n`).join("")}${summary}\n`,
    data: { version: 1, written, kept, failed },
    annotations: written.map(({ file, tenant, id }) => ({
      level: "notice",
      file: path.join(root, file),
      title: "vaultconn written",
      message: `${tenant}/${id}`,
    })),
  };
}

const MAX_CONCURRENT_WRITES = 32;

interface Pulled {
  readonly written: readonly { readonly file: string; readonly tenant: string; readonly id: string }[];
  readonly kept: number;
  readonly failed: readonly string[];
}

/** Writes a file for each connection that has none below the root. Never overwrites a file. */
async function pullFiles(
  tenants: readonly ListedTenant[],
  {
    root,
    locks,
    progress,
    files,
  }: Pick<Session, "root" | "progress"> & {
    readonly locks: readonly LockKeeper[];
    /** All below the root. */
    readonly files: readonly SetupFile[];
  },
  choices: PullOptions,
): Promise<Pulled> {
  const fileOf = fileFinder(files.map(namedAs));
  const sameNames = new Map<string, number>();
  const given = new Set<string>();
  const written = filesByReference(files, choices.reference);
  const failed = [...incompleteLists(tenants)];
  const filter = { names: choices.name, apps: choices.app };
  const chosen = tenants.flatMap(({ tenant, records }) =>
    [...records.values()]
      .filter((record) => (choices.id?.includes(record.id) ?? true) && matches(record, filter))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((record) => ({ tenant, record })),
  );
  const missing = failed.length > 0 ? "The connection isn't in the list" : "There's no such connection";
  for (const id of choices.id ?? [])
    if (!chosen.some(({ record }) => record.id === id)) failed.push(`${missing}: ${id}.`);
  const tasks = chosen.flatMap(({ tenant, record }) => {
    // Connections with files get names too, so that names don't depend on which files exist.
    const locked = locks.flatMap((lock) => lock.get(tenant.host, record.id)?.variant ?? [])[0];
    const variant = variants.find((one) => (choices.variant ? one.name === choices.variant : one.number === locked));
    const fields = (variant?.fields ?? []).filter(({ allowed }) => allowed === undefined).map((field) => field.name);
    const named = { tenant: tenant.name, app: record.app_id, name: record.name, id: record.id };
    const own = fileOf(tenant.host, record.id)?.path;
    const names = referenceNames(
      choices.pattern,
      named,
      fields,
      (name) => given.has(name) || (written.get(name) ?? []).some((file) => file !== own),
    );
    for (const name of names.values()) given.add(name);
    const text = skeleton({ id: record.id, tenant: tenant.host, variant, reference: choices.reference, names });
    const name = setupFileName(record.name, record.id);
    const count = 1 + (sameNames.get(name) ?? 0);
    sameNames.set(name, count);
    return own === undefined ? [{ tenant, record, name, count, text }] : [];
  });
  const unknown = tasks.length > 0 ? files.flatMap(whyUnknown) : [];
  if (unknown.length > 0) throw new ExitError([...unknown, UNKNOWN_FILES]);
  const folder = await makeFolder(path.resolve(root, choices.into), root);
  let done = 0;
  const results = await pLimit(MAX_CONCURRENT_WRITES).map(
    tasks,
    async ({ tenant, record: { id }, name, count, text }) => {
      const file = await writeNewFile(folder, name, count, text).catch((error: unknown) => {
        failed.push(`${name} can't be written: ${reasonOf(error)}.`);
      });
      progress.at("Writing", ++done, tasks.length);
      return file === undefined ? [] : [{ file: pathFrom(root, file), tenant: tenant.host, id }];
    },
  );
  return { written: results.flat(), kept: chosen.length - tasks.length, failed };
}

const UNKNOWN_FILES =
  "Nothing was written, because these files might be for connections that would get another one. Correct, delete, or rename them.";

/** Why it isn't known which connection a file is for, if it isn't. */
function whyUnknown({ displayPath, unread, inspected: { id }, problems }: SetupFile): readonly string[] {
  const faults = unread === undefined ? unclearFaults(problems) : [unread];
  return id === undefined ? faults.slice(0, 1).map((fault) => `${displayPath}: ${fault}`) : [];
}

/** The files that have a reference, by its name. If another connection got the same one, it would be sent its value. */
function filesByReference(files: readonly SetupFile[], kind: string): ReadonlyMap<string, readonly string[]> {
  const used = files.flatMap(({ path: file, inspected }) =>
    inspected.references.flatMap((one) => (one.kind === kind ? [{ file, name: one.name }] : [])),
  );
  return new Map(
    Array.from(
      Map.groupBy(used, ({ name }) => name),
      ([name, all]) => [name, all.map(({ file }) => file)],
    ),
  );
}

/** Refuses a folder outside the root, even through links, before creating anything. */
async function makeFolder(folder: string, root: string): Promise<string> {
  let there = folder;
  while (!(await lstat(there).catch(() => undefined))) there = path.dirname(there);
  try {
    const real = path.join(await realpath(there), path.relative(there, folder));
    if (real !== root && !isInside(root, real))
      throw misuse("--into must be a folder below the root, and symbolic links can't lead out of it.");
    const foreign = path.relative(root, real).split(path.sep).find(isForeignFolder);
    if (foreign !== undefined)
      throw misuse(`Setup files aren't looked for in "${foreign}". Choose another folder for --into.`);
    await mkdir(real, { recursive: true });
    return real;
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(`The folder "${folder}" of --into can't be created: ${reasonOf(error)}.`);
  }
}

/** @param from how many connections have had this name. */
async function writeNewFile(folder: string, name: string, from: number, text: string): Promise<string> {
  for (let count = from; ; count++) {
    const file = path.join(folder, numbered(name, count));
    try {
      await writeFile(file, text, { flag: "wx" });
      return file;
    } catch (error) {
      if (codeOf(error) === "EEXIST") continue;
      // What a full disk left of it has no ID, so the connection would still count as one without a file.
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}
