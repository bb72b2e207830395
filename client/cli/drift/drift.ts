import { existsSync } from "node:fs";
import { fileFinder, listed } from "../../core/connections/listed.js";
import type { LockEntry } from "../../core/lock/lockEntries.js";
import { driftSince, stateOf } from "../../core/push/compareRecords.js";
import { BEHIND_MS } from "../../core/service/operations/recordReader.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { normalizeTime } from "../../core/text/formatTime.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { EXITS, misuse, ExitError } from "../exits.js";
import { namedFiles, readFiles, type SetupFile } from "../files/readFiles.js";
import { defineCommand, say } from "../io.js";
import { withConnection } from "../options/withConnection.js";
import { formatOption, print, type Report, type Style } from "../output/report.js";
import { incompleteLists, listTenants, type ListedTenant } from "../listTenants.js";
import { inSession, type Session } from "../session.js";
import type { LockKeeper } from "../state/lockKeeper.js";

export const drift = defineCommand({
  example: "vaultconn drift --tenant acme.example.com --unmanaged",
  configure: (command) =>
    withConnection(command)
      .summary("compare the service with the lock file")
      .description("Lists connections that changed on the service since the lock file, were deleted, or aren't ready.")
      .argument("[paths...]", "for --unmanaged: files, folders, or quoted globs (default: all below the root)")
      .option("--unmanaged", "also list connections without a setup file")
      .addOption(formatOption()),
  run: (paths, options, io) => {
    if (paths.length > 0 && options.unmanaged !== true) throw misuse("Specify files only with --unmanaged.");
    return inSession(options, io, async (session) => {
      const { tenants, progress, root } = session;
      const locks = await session.locks.all();
      const entries = locks.flatMap((lock) => lock.entries);
      const files = options.unmanaged === true ? await readFiles(paths, session, true) : undefined;
      const isCompared = entries.some(({ tenant }) => tenants.some(({ host }) => host === tenant));
      if (!files && !isCompared && !(await hasFileFor(session))) {
        const hosts = tenants.map(({ host }) => host).join(" or ");
        const what = locks.some(({ file }) => existsSync(file))
          ? `${locks.map(({ file }) => file).join(", ")} has no connection of ${hosts}`
          : `There's no lock file below ${root}`;
        throw misuse(
          `${what}, and no setup file is for the tenant, so there's nothing to compare. Check --root and --tenant.`,
        );
      }
      const unread = (files ?? []).flatMap((one) =>
        one.unread === undefined ? [] : [`${one.displayPath}: ${one.unread}`],
      );
      if (unread.length > 0) throw new ExitError(unread);
      let lists = await listTenants(session, tenants);
      let findings = findDrift(entries, lists, files);
      const isBehind = findings.some(({ kind }) => kind === "behind");
      // A connection moves to a page that was read if another one is deleted in the meantime.
      const mayHaveMoved = lists.some(({ last }) => last !== undefined && last.page > 0);
      if (isBehind || (mayHaveMoved && findings.some(({ kind }) => kind === "gone"))) {
        if (isBehind) await io.clock.sleep(BEHIND_MS, io.stopping).catch(() => undefined);
        lists = await listTenants(session, tenants);
        findings = findDrift(entries, lists, files);
      }
      progress.end();
      const others = entries.map(({ tenant }) => tenant).filter((host) => !tenants.some((one) => one.host === host));
      // A pipeline has a run with its own credentials for each tenant.
      for (const host of options.verbose === true ? new Set(others) : [])
        await say(io.stderr, `${host} is in a lock file but isn't a specified tenant, so it wasn't checked.`);
      await print(reportOf(findings, locks, isCompared), options.format, io);
      const incomplete = incompleteLists(lists);
      for (const line of incomplete) await say(io.stderr, line);
      if (incomplete.length > 0) return EXITS.failed;
      return findings.some(({ kind }) => !NOT_DRIFTED.has(kind)) ? EXITS.drift : EXITS.done;
    });
  },
});

/** Whether a setup file is for one of the tenants. Then root and tenants are right, and nothing was pushed so far. */
async function hasFileFor({ root, tenants }: Session): Promise<boolean> {
  const files = await namedFiles(root);
  return files.some(({ tenant }) => tenant === undefined || tenants.some(({ host }) => host === tenant.toLowerCase()));
}

/** What's reported, but doesn't count: a connection that isn't ready yet, or has no file, and one that nobody changed. */
const NOT_DRIFTED: ReadonlySet<string> = new Set<Finding["kind"]>(["notReady", "unmanaged", "behind"]);

interface Finding {
  /** `behind`: the service lists an earlier state than the lock file. `unknown`: the record is missing, but the list is incomplete or changed during the read. */
  readonly kind: "changed" | "behind" | "gone" | "notReady" | "unmanaged" | "unknown";
  readonly tenant: string;
  readonly id: string;
  readonly name?: string;
  /** ISO 8601; empty if the service doesn't say. */
  readonly updated_at?: string;
}

/**
 * @param files setup files, to find connections without one; undefined to skip that.
 * @returns findings sorted by tenant and id.
 */
function findDrift(
  entries: readonly LockEntry[],
  lists: readonly ListedTenant[],
  files: readonly SetupFile[] | undefined,
): readonly Finding[] {
  const named = files?.map(({ path: file, inspected: { id, tenant } }) => {
    return { path: file, id: id?.value ?? "", tenant: tenant?.value };
  });
  const findings = lists.flatMap((list): readonly Finding[] => {
    const { host } = list.tenant;
    const known = entries.filter(({ tenant }) => tenant === host);
    const locked = [...Map.groupBy(known, ({ id }) => id)].flatMap(([id, same]) => compareEntries(id, same, list));
    const others = named ? listed(list.records.values(), host, fileFinder(named), { hasNoFile: true }) : [];
    return [...locked, ...others.map(({ record }) => ({ kind: "unmanaged", ...describe(record, host) }) as const)];
  });
  return findings.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
}

/** @param entries of one connection. If a file has moved, its former lock file still has an entry of an earlier push. */
function compareEntries(id: string, entries: readonly LockEntry[], list: ListedTenant): Finding[] {
  const { records, last } = list;
  const tenant = list.tenant.host;
  const record = records.get(id);
  if (!record) {
    const isComplete = last?.end === "end" && last.dropped === 0 && (last.total ?? last.loaded) === last.loaded;
    return [{ kind: isComplete ? "gone" : "unknown", tenant, id }];
  }
  const kinds = new Set(entries.map((locked) => driftSince({ locked }, stateOf(record)).kind));
  const changed = [kinds.has("behind") ? "behind" : "changed"] as const;
  const isKnown = kinds.has("same") || kinds.has("unknown");
  return [
    ...(isKnown ? [] : changed).map((kind) => ({ kind, ...describe(record, tenant) })),
    ...(record.ready ? [] : [{ kind: "notReady", ...describe(record, tenant) } as const]),
  ];
}

function describe({ id, name, updated_at }: ConnectionRecord, tenant: string): Omit<Finding, "kind"> {
  return { tenant, id, name, updated_at: normalizeTime(updated_at) };
}

function sortKeyOf({ tenant, id, kind }: Finding): string {
  return `${tenant} ${id} ${kind}`;
}

const WORDS: Readonly<Record<Finding["kind"], readonly [string, Style]>> = {
  changed: ["changed", "yellow"],
  behind: ["earlier state", "dim"],
  gone: ["deleted", "red"],
  notReady: ["not ready", "dim"],
  unmanaged: ["no file", "blue"],
  unknown: ["not listed", "yellow"],
};

function reportOf(findings: readonly Finding[], locks: readonly LockKeeper[], isCompared: boolean): Report {
  const nothing = isCompared
    ? "Nothing has changed on the service since the lock file."
    : "No lock file has a connection of the tenant so far, so nothing was compared. If you pushed, commit the lock file.";
  const fileOf = ({ tenant, id }: Finding) => (locks.find((lock) => lock.get(tenant, id)) ?? locks[0])?.file ?? "";
  return {
    title: "vaultconn drift",
    head: ["", "Tenant", "Connection", "Name", "Changed"],
    rows: findings.map(({ kind, tenant, id, name = "", updated_at: updated = "" }) => {
      const [word, style] = WORDS[kind];
      return [{ text: word, style }, tenant, id, sanitizeText(name, 60), updated];
    }),
    notes: [],
    summary: findings.length === 0 ? nothing : "",
    data: { version: 1, findings },
    annotations: findings.map((finding) => ({
      level: NOT_DRIFTED.has(finding.kind) ? "notice" : "warning",
      file: fileOf(finding),
      title: `vaultconn ${WORDS[finding.kind][0]}`,
      message: [sanitizeText(finding.name ?? "", 60), finding.id, finding.tenant, finding.updated_at]
        .filter(Boolean)
        .join(" · "),
    })),
  };
}
