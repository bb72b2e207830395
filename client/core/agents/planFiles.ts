import path from "node:path";
import { isInside } from "../../../schemas/files.js";
import { providerOf } from "../../../schemas/references.js";
import { lockFileOf } from "../lock/lockPlace.js";
import { maskedDigest } from "../lock/maskedDigest.js";
import { assignFiles, tenantFor, type Assigned, type PlannableFile } from "../planning/assignFiles.js";
import { decideStatus, notFoundBecause } from "../planning/decideStatus.js";
import { readForPush } from "../push/checkBeforePush.js";
import { behindOnService, changedOnService, driftSince, stateOf } from "../push/compareRecords.js";
import { messageFor } from "../push/outcomes.js";
import { propertiesOf } from "../push/planPush.js";
import type { NotSent } from "../push/pushTypes.js";
import type { ServiceError } from "../service/errors/errors.js";
import { variantNumbered } from "../secrets/texts.js";
import { memoize } from "../text/memoize.js";
import { escapeText } from "../text/escapeText.js";
import { displayPath, setupFilesAt } from "./setupFilesAt.js";
import { reviewsOf } from "./requestReview.js";
import { AgentError, type AgentHost, type AgentTenant, type LastPush } from "./host.js";
import { fitting, SERVICE_SAYS, serviceSays, withoutMessage } from "./answers.js";

const MAX_FILES = 200;

export const STATUSES = ["update", "unchanged", "drifted", "unknown", "refused", "not-compared"] as const;
type Status = (typeof STATUSES)[number];

interface Verdict {
  readonly status: Status;
  /** Our own sentences. */
  readonly notes: readonly string[];
  /** Why the service doesn't answer. */
  readonly error?: ServiceError | undefined;
}

function verdict(status: Status, ...notes: readonly string[]): Verdict {
  return { status, notes };
}

interface AgentFile extends PlannableFile {
  readonly path: string;
  readonly lastPush: LastPush;
}

type AssignedFile = Assigned<AgentFile, AgentTenant>;

/** Says what a push would do. Reads records of tenants that allow it, resolves no references, and sends no updates. */
export async function planFiles(
  { paths }: { readonly paths: readonly string[] },
  host: AgentHost,
  signal: AbortSignal,
) {
  if (host.tenants.length === 0) throw new AgentError(host.howToAddTenant);
  let all: ReturnType<AgentHost["setupFiles"]> | undefined;
  const readOnce = { ...host, setupFiles: () => (all ??= host.setupFiles()) };
  const found = await Promise.all(paths.map((file) => setupFilesAt(file, readOnce)));
  const places = [...new Set(found.flat())].sort();
  if (places.length > MAX_FILES)
    throw new AgentError(
      `These are ${places.length} files. Plan at most ${MAX_FILES} at once: name files, or a folder below.`,
    );
  const read = await Promise.all(places.map((path) => host.readText(path)));
  // A file that can't be read counts as empty for the other files.
  const texts = places.map((path, at) => ({ path, text: typeof read[at] === "string" ? read[at] : "" }));
  const checked = await host.check(texts, signal);
  const tenants = host.tenants.map((one) => ({ ...one, host: one.tenant.host }));
  const files = await Promise.all(
    checked.map(async (result, at): Promise<AgentFile> => {
      const [path = "", text] = [places[at], read[at]];
      const unread = typeof text === "object" ? `It can't be read: ${text.reason}.` : undefined;
      const named = tenantFor(result.inspected.tenant?.value, tenants);
      const lastPush = await host.lastPush(path, result.inspected, named?.tenant);
      return { ...result, path, displayPath: displayPath(path, host), unread, lastPush, linked: lastPush.linked };
    }),
  );
  const whyNoTenant = (named: string | undefined) =>
    named === undefined
      ? "It has no tenant, and several are configured. Add its tenant."
      : "Its tenant isn't configured.";
  const { assigned, others } = assignFiles(files, tenants, whyNoTenant, UNKNOWN_SETUP);
  const compare = createComparer(host, signal);
  const compared = await Promise.all(
    assigned.map(async (one) => ({ ...one, ...(refusal(one, host) ?? (await compare(one))) })),
  );
  const planned: readonly (Verdict &
    Pick<AssignedFile, "file" | "id"> & { readonly tenant: AgentTenant | undefined })[] = [...others, ...compared];
  const reviews = await reviewsOf(places, host);
  const entries = planned
    .toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file))
    .map(({ file, tenant, id, status, notes, error }) => {
      const properties = propertiesOf(file.inspected.request);
      return {
        file: file.displayPath,
        status,
        tenant: tenant?.tenant.host ?? null,
        id: id === "" ? null : escapeText(id, 100),
        variant: variantNumbered(file.inspected.variant ?? file.inspected.nearest)?.name ?? null,
        properties: properties.slice(0, MAX_LISTED).map((name) => escapeText(name, 100)),
        notes: shortened(notes, properties.length).map((note) => escapeText(note, 500)),
        serviceSays: serviceSays(error),
        review: reviews.get(file.path) ?? null,
      };
    });
  const count = (status: Status) => entries.filter((entry) => entry.status === status).length;
  const shown = fitting(entries);
  return {
    notice: `Nothing was sent. Only a person can push, after a review. ${SERVICE_SAYS}`,
    counts: Object.fromEntries(STATUSES.map((status) => [status, count(status)])),
    files: shown,
    leftOut: entries.length - shown.length,
  };
}

const MAX_LISTED = 20;

function shortened(notes: readonly string[], properties: number): readonly string[] {
  const [more, unlisted] = [notes.length - MAX_LISTED, properties - MAX_LISTED];
  return [
    ...notes.slice(0, MAX_LISTED),
    ...(more > 0 ? [`${more} more notes are left out. Check the file with vaultconn_validate.`] : []),
    ...(unlisted > 0 ? [`${unlisted} more properties are left out.`] : []),
  ];
}

/** Refuses what the tenant or a missing provider rules out. */
function refusal({ file, tenant: { tenant } }: AssignedFile, host: AgentHost): Verdict | undefined {
  if (tenant.readOnly) return verdict("refused", "Its tenant is marked as read-only.");
  const named = file.inspected.references.flatMap(({ kind, name }) =>
    kind === "provider" ? providerOf(name).provider : [],
  );
  const missing = [...new Set(named)].filter((name) => !host.providers.has(name));
  if (missing.length === 0) return undefined;
  return verdict("refused", ...missing.map((name) => `The provider ${name} isn't defined. ${host.howToAddProvider}`));
}

/** Compares files with records. Reads each page and each lock file once. */
function createComparer(host: AgentHost, signal: AbortSignal): (assigned: AssignedFile) => Promise<Verdict> {
  const open = memoize(async (tenant: AgentTenant) => {
    const client = tenant.howToAllow ?? (await tenant.connect());
    return typeof client === "string" ? client : { client, records: client.cached() };
  });
  const readLock = memoize((file: string) => host.readLock(file));
  return async ({ file, tenant: agentTenant, id }) => {
    const { tenant } = agentTenant;
    const { inspected, lastPush } = file;
    const { remembered, isUnchanged, interrupted: earlier } = lastPush;
    const uncompared = (why: string, error?: ServiceError): Verdict =>
      earlier ? verdict("unknown", UNKNOWN) : { ...verdict("not-compared", why), error };
    const service = await open(agentTenant);
    if (typeof service === "string") return uncompared(service);
    const folder = path.dirname(file.path);
    const entries = await readLock(lockFileOf(folder, host.folders.find((one) => isInside(one, file.path)) ?? folder));
    const locked =
      typeof entries === "string"
        ? undefined
        : entries.find((entry) => entry.tenant === tenant.host && entry.id === id);
    const read = await readForPush({ service: service.client, id, remembered, locked }, service.records, { signal });
    const sentence = (why: NotSent) => messageFor(why, { tenant: tenant.name, connection: id }).text;
    if ("kind" in read && read.kind === "unreadable") {
      const { error } = read;
      return uncompared(sentence({ ...read, error: withoutMessage(error) }), error);
    }
    if ("kind" in read) return verdict("refused", sentence(read));
    if (!read.found && read.searchedAll) return verdict("refused", sentence({ kind: "gone" }));
    if (!read.found) return uncompared(notFoundBecause(read.part));
    if (typeof entries === "string") return uncompared(entries);
    const drift = driftSince({ remembered, locked }, stateOf(read.record));
    const digest = maskedDigest({ id, tenant: tenant.host, inspected });
    const status = decideStatus({ inspected, digest, drift, locked, earlier, isUnchanged });
    if (status === "unknown") return verdict(status, UNKNOWN);
    if (drift.kind === "behind") return verdict(status, behindOnService("the connection"));
    return verdict(status, ...(drift.kind === "changed" ? [changedOnService(drift, "The connection")] : []));
  };
}

const UNKNOWN_SETUP =
  "All errors are about what's unknown to this version. A person can look for an update, or push it with Push Anyway.";
const UNKNOWN = "The outcome of the last push is unknown. A person has to check it.";
