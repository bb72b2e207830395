import path from "node:path";
import { Option } from "@commander-js/extra-typings";
import { fileFinder, listed, type Listed } from "../../core/connections/listed.js";
import { csvText } from "../../core/connections/exported.js";
import { LOCK_FILE } from "../../core/lock/lockEntries.js";
import { DAY_MS, formatRelativeTime, normalizeTime, parseTime } from "../../core/text/formatTime.js";
import { fold } from "../../core/text/fold.js";
import { daysUntil, describeEnd } from "../../../schemas/judgements.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { EXITS, misuse } from "../exits.js";
import { pathFrom } from "../files/pathFrom.js";
import { namedFiles } from "../files/readFiles.js";
import { defineCommand, say, write } from "../io.js";
import { withConnection, withNames } from "../options/withConnection.js";
import { escapeControlCharacters } from "../output/escapeControlCharacters.js";
import { print, type Report } from "../output/report.js";
import { incompleteLists, listTenants } from "../listTenants.js";
import { inSession, type Session } from "../session.js";

export const list = defineCommand({
  example: "vaultconn list --tenant acme.example.com --not-ready --older-than 90d",
  configure: (command) =>
    withNames(
      withConnection(command)
        .summary("list connections")
        .description("Lists the connections of tenants. If several options choose connections, all of them apply."),
    )
      .option("--not-ready", "only connections that aren't ready")
      .option("--older-than <age>", "only connections whose last change is at least this long ago: 12h, 90d, 8w, 1y")
      .option("--expiring <time>", "only connections whose credential ends within this time, or has ended: 30d, 8w")
      .option("--unmanaged", "only connections without a setup file below the root")
      .option("--exit-code", "exit with 2 if any connection is listed")
      .addOption(
        new Option("--format <format>", "the format of the output")
          .choices(["text", "json", "csv", "markdown"])
          .default("text"),
      ),
  run: (_, options, io) => {
    const now = io.clock.now();
    const filter = {
      names: options.name,
      apps: options.app,
      isNotReady: options.notReady,
      unchangedSince: options.olderThan === undefined ? undefined : now - timeIn(options.olderThan, "--older-than"),
      hasNoFile: options.unmanaged,
    };
    const within = options.expiring === undefined ? undefined : timeIn(options.expiring, "--expiring");
    const work = async (session: Session) => {
      const tenants = await listTenants(session, session.tenants);
      session.progress.end();
      const fileOf = fileFinder(await namedFiles(session.root));
      const all = tenants.flatMap(({ tenant, records }) => listed(records.values(), tenant.host, fileOf, filter));
      const found = (within === undefined ? all : await endingIn(all, within, now, session)).toSorted((a, b) =>
        sortKeyOf(a) < sortKeyOf(b) ? -1 : 1,
      );
      for (const { tenant, last } of tenants)
        if (last?.end === "page-limit")
          await say(io.stderr, `${tenant.name} may have more connections: the service lists ${last.loaded} at most.`);
      const showsEnds = within !== undefined;
      const report = reportOf(found, session.root, now, showsEnds);
      if (options.format === "csv") await write(io.stdout, csvOf(found, showsEnds), { lineBreak: "\r\n" });
      else await print(report, options.format, io);
      const incomplete = incompleteLists(tenants);
      for (const line of incomplete) await say(io.stderr, line);
      if (incomplete.length > 0) return EXITS.failed;
      return options.exitCode === true && found.length > 0 ? EXITS.pending : EXITS.done;
    };
    return inSession(options, io, work);
  },
});

const UNITS_MS: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS, y: 365 * DAY_MS };

/** @returns milliseconds. @throws ExitError */
function timeIn(text: string, option: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([hdwy])$/.exec(text.trim()) ?? [];
  if (count === "")
    throw misuse(`${option} must be a number of hours, days, weeks, or years, such as 12h, 90d, 8w, or 1y.`);
  return Number(count) * (UNITS_MS[unit] ?? 0);
}

/**
 * Finds connections whose credential ends within a time, or has ended. What a file says wins over the lock file.
 * @param within like `now`, in milliseconds. @throws ExitError if a lock file is damaged.
 */
async function endingIn(
  all: readonly Listed[],
  within: number,
  now: number,
  { locks, root }: Session,
): Promise<readonly Listed[]> {
  const withEnds = all.map(async (one) => {
    const lock = await locks.of(one.file?.path ?? path.join(root, LOCK_FILE));
    return { ...one, expires: one.file?.expires ?? lock.get(one.tenant, one.record.id)?.expires };
  });
  const days = Math.floor(within / DAY_MS);
  return (await Promise.all(withEnds)).filter(
    ({ expires }) => expires !== undefined && daysUntil(expires, now) <= days,
  );
}

/** Those that end first come first. */
function sortKeyOf({ record: { name, id }, tenant, expires = "" }: Listed): string {
  return `${expires} ${tenant} ${fold(name)} ${id}`;
}

function reportOf(found: readonly Listed[], root: string, now: number, showsEnds: boolean): Report {
  return {
    title: "vaultconn list",
    head: ["Name", "Application", "Ready", "Last change", ...(showsEnds ? ["Credential"] : []), "ID", "Tenant"],
    rows: found.map((one) => {
      const time = parseTime(one.record.updated_at);
      const end = one.expires === undefined ? [] : [describeEnd(daysUntil(one.expires, now))];
      const cells = cellsOf(one, time === undefined ? "unknown" : formatRelativeTime(time, now, "en"), end);
      // Names and applications are what the service lets people type.
      return cells.map((cell, at) => (at < 2 ? sanitizeText(cell, 60) : cell));
    }),
    notes: [],
    summary: found.length === 1 ? "1 connection" : `${found.length} connections`,
    data: {
      version: 1,
      connections: found.map(({ record, tenant, file, expires }) => ({
        id: record.id,
        name: record.name,
        app_id: record.app_id,
        ready: record.ready ?? null,
        created_at: normalizeTime(record.created_at) || null,
        updated_at: normalizeTime(record.updated_at) || null,
        refreshed_at: normalizeTime(record.refreshed_at) || null,
        ...(showsEnds && { expires }),
        tenant,
        file: file ? pathFrom(root, file.path) : null,
      })),
    },
    annotations: [],
  };
}

function csvOf(found: readonly Listed[], showsEnds: boolean): string {
  const cells = found.map((one) =>
    cellsOf(one, normalizeTime(one.record.updated_at), one.expires === undefined ? [] : [one.expires]),
  );
  return csvText([
    ["name", "application", "ready", "last_change", ...(showsEnds ? ["expires"] : []), "id", "tenant"],
    ...cells.map((row) => row.map(escapeControlCharacters)),
  ]);
}

/** @param end of its credential; empty if nobody asked. */
function cellsOf(
  { record: { name, app_id: app, ready, id }, tenant }: Listed,
  changed: string,
  end: readonly string[],
): readonly string[] {
  return [name, app, ready === undefined ? "unknown" : ready ? "yes" : "no", changed, ...end, id, tenant];
}
