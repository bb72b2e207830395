import path from "node:path";
import { Option } from "@commander-js/extra-typings";
import { fileFinder, listed, type Listed } from "../../core/connections/listed.js";
import { csvText } from "../../core/connections/exported.js";
import { errorSentences, NO_ID, tenantFor } from "../../core/planning/assignFiles.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { LOCK_FILE } from "../../core/lock/lockEntries.js";
import { DAY_MS, formatRelativeTime, normalizeTime, parseTime } from "../../core/text/formatTime.js";
import { fold } from "../../core/text/fold.js";
import { daysUntil, describeEnd } from "../../../schemas/judgements.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { EXITS, misuse } from "../exits.js";
import { pathFrom } from "../files/pathFrom.js";
import { namedAs, namedFiles, readFiles, type SetupFile } from "../files/readFiles.js";
import { defineCommand, say, write } from "../io.js";
import { withConnection, withNames } from "../options/withConnection.js";
import { escapeControlCharacters } from "../output/escapeControlCharacters.js";
import { print, type Report } from "../output/report.js";
import { incompleteLists, type ListedTenant, listTenants } from "../listTenants.js";
import { whyNoTenant } from "../plan/makePlan.js";
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
      // Only what's asked when credentials end depends on what is wrong in files.
      const checked = within === undefined ? [] : await readFiles([], session, true);
      const fileOf = fileFinder(within === undefined ? await namedFiles(session.root) : checked.map(namedAs));
      const all = tenants.flatMap(({ tenant, records }) => listed(records.values(), tenant.host, fileOf, filter));
      const found = (within === undefined ? all : await endingIn(all, within, now, session)).toSorted((a, b) =>
        sortKeyOf(a) < sortKeyOf(b) ? -1 : 1,
      );
      for (const { tenant, last } of tenants)
        if (last?.end === "page-limit")
          await say(io.stderr, `${tenant.name} may have more connections: the service lists ${last.loaded} at most.`);
      const showsEnds = within !== undefined;
      const incomplete = incompleteLists(tenants);
      const uncounted = checked.flatMap((file) => whyUncounted(file, tenants, incomplete.length === 0));
      const elsewhere = checked.flatMap((file) =>
        file.inspected.errors > 0 ? [] : ofOtherTenant(file, session.tenants),
      );
      const report = reportOf(found, session.root, now, showsEnds ? { uncounted, elsewhere } : undefined);
      if (options.format === "csv") await write(io.stdout, csvOf(found, showsEnds), { lineBreak: "\r\n" });
      else await print(report, options.format, io);
      if (["csv", "json"].includes(options.format))
        for (const [file, text] of report.notes) await say(io.stderr, `${file}: ${text}`);
      for (const line of incomplete) await say(io.stderr, line);
      if (incomplete.length > 0 || uncounted.length > 0) return EXITS.failed;
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

/** A sentence about a file. */
type Note = readonly [file: string, sentence: string];

/**
 * Says why the date of a file counts for no connection, or may be another one.
 * @param isComplete whether all connections were listed.
 */
function whyUncounted(file: SetupFile, tenants: readonly ListedTenant[], isComplete: boolean): readonly Note[] {
  const { displayPath, unread, problems, inspected } = file;
  const { expires, id, tenant: named } = inspected;
  // What's wrong only for this version is inside the setup.
  const faults = unread === undefined ? (inspected.unknown ? [] : errorSentences(problems)) : [unread];
  const mayHave = tenants.filter(({ tenant: { host } }) => named === undefined || named.value.toLowerCase() === host);
  const isLost = isComplete && mayHave.length > 0 && mayHave.every(({ records }) => !records.has(id?.value ?? ""));
  const others = !expires ? [] : id ? (isLost ? [NOT_FOUND] : []) : [NO_ID];
  return [...faults, ...(faults.length > 0 ? [] : others)].map((text) => [displayPath, text]);
}

const NOT_FOUND = "Its connection isn't in the list, so its date counts for none. Correct the ID or the tenant.";

/** Files that are for other tenants are no fault, but a misspelled tenant looks the same. */
function ofOtherTenant({ displayPath, inspected }: SetupFile, tenants: readonly Tenant[]): readonly Note[] {
  const { expires, tenant: named } = inspected;
  if (!expires || named === undefined || tenantFor(named.value, tenants)) return [];
  return [[displayPath, whyNoTenant(named.value)]];
}

/** Those that end first come first. */
function sortKeyOf({ record: { name, id }, tenant, expires = "" }: Listed): string {
  return `${expires} ${tenant} ${fold(name)} ${id}`;
}

/** @param notes about files whose dates didn't count, if someone asked for ends. */
function reportOf(
  found: readonly Listed[],
  root: string,
  now: number,
  notes: { readonly uncounted: readonly Note[]; readonly elsewhere: readonly Note[] } | undefined,
): Report {
  const showsEnds = notes !== undefined;
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
    notes: notes ? [...notes.uncounted, ...notes.elsewhere] : [],
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
      ...(notes && { unread: [...new Set(notes.uncounted.map(([file]) => file))] }),
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
