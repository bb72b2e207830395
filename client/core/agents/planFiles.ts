import path from "node:path";
import { isInside } from "../../../schemas/files.js";
import type { ValidateResult } from "../../../server/protocol/messages.js";
import { providerOf } from "../../../schemas/references.js";
import type { LockEntry, RecordMark } from "../lock/lockFile.js";
import { holdsValues, maskedDigest } from "../lock/maskedDigest.js";
import { cachedPages, readForPush } from "../push/checkPush.js";
import { changedOnService, driftSince, stateOf } from "../push/compareRecords.js";
import { messageFor } from "../push/outcomes.js";
import { propertiesOf } from "../push/planPush.js";
import type { NotSent } from "../push/push.js";
import type { ServiceError } from "../service/errors/errors.js";
import { variantNumbered } from "../secrets/texts.js";
import { memoize } from "../text/memoize.js";
import { escapeText } from "../text/sanitizeText.js";
import { displayPath, setupFilesAt } from "./setupFilesAt.js";
import { AgentError, type AgentHost, type AgentTenant, type LastPush, type Unreadable } from "./host.js";
import { fitting } from "./limits.js";
import { SERVICE_SAYS, serviceSays, withoutMessage } from "./serviceSays.js";

const MAX_FILES = 200;

export const STATUSES = ["update", "unchanged", "drifted", "unknown", "refused", "not-compared"] as const;
type Status = (typeof STATUSES)[number];

interface Verdict {
  readonly status: Status;
  /** Our own sentences. */
  readonly notes: readonly string[];
  /** If the record matches the lock file: that file's entry. */
  readonly recorded?: LockEntry | undefined;
  /** Why the service doesn't answer. */
  readonly error?: ServiceError;
}

function verdict(status: Status, ...notes: readonly string[]): Verdict {
  return { status, notes };
}

interface PlannedFile extends ValidateResult {
  readonly path: string;
  /** Why it can't be read. */
  readonly unread: string | undefined;
  /** Empty if the file has no ID. */
  readonly id: string;
  readonly tenant: AgentTenant | undefined;
  readonly lastPush: LastPush;
}

/** Says what a push would do. Reads records of tenants that allow it, resolves no references, and sends no updates. */
export async function plan({ paths }: { readonly paths: readonly string[] }, host: AgentHost, signal: AbortSignal) {
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
  const files = await Promise.all(
    checked.map((result, at) => readPlannedFile(places[at] ?? "", read[at], result, host)),
  );
  const compare = createComparer(host, signal);
  const entries = await Promise.all(
    files.map(async (file) => {
      const { status, notes, error } = refusal(file, files, host) ?? (await compare(file));
      const properties = propertiesOf(file.inspected.request);
      return {
        file: displayPath(file.path, host),
        status,
        tenant: file.tenant?.tenant.host ?? null,
        id: file.id === "" ? null : escapeText(file.id, 100),
        variant: variantNumbered(file.inspected.variant)?.name ?? null,
        properties: properties.slice(0, MAX_LISTED).map((name) => escapeText(name, 100)),
        notes: shortened(notes, properties.length).map((note) => escapeText(note, 500)),
        serviceSays: serviceSays(error),
      };
    }),
  );
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

async function readPlannedFile(
  path: string,
  read: string | Unreadable | undefined,
  result: ValidateResult,
  host: AgentHost,
): Promise<PlannedFile> {
  const { inspected } = result;
  // A file that names a tenant is sent to no other.
  const only = host.tenants.length === 1 ? host.tenants[0] : undefined;
  const find = (named: string | undefined) =>
    named === undefined ? only : host.tenants.find((one) => one.tenant.host === named);
  const named = inspected.tenant?.value.toLowerCase();
  const lastPush = await host.lastPush(path, inspected, find(named)?.tenant);
  const id = inspected.id?.value ?? lastPush.linked?.id ?? "";
  const unread = typeof read === "object" ? read.reason : undefined;
  return { ...result, path, unread, id, tenant: find(named ?? lastPush.linked?.tenant), lastPush };
}

function refusal(file: PlannedFile, all: readonly PlannedFile[], host: AgentHost): Verdict | undefined {
  const { problems, inspected, id, tenant, unread } = file;
  const { request } = inspected;
  const refuse = (...notes: readonly string[]) => verdict("refused", ...notes);
  if (unread !== undefined) return refuse(`It can't be read: ${unread}.`);
  const errors = errorSentences(problems);
  if (errors.length > 0) return refuse(...errors);
  if (request.name === undefined && request.setup === undefined) return verdict("unchanged", "It has nothing to send.");
  if (!tenant)
    return refuse(
      inspected.tenant
        ? "Its tenant isn't configured."
        : "It has no tenant, and several are configured. Add its tenant.",
    );
  if (id === "") return refuse("It has no ID. Add the ID of its connection.");
  if (tenant.tenant.readOnly) return refuse("Its tenant is marked as read-only.");
  const rival = all.find((other) => other !== file && other.tenant === tenant && other.id === id);
  if (rival) return refuse(`${displayPath(rival.path, host)} updates the same connection. Keep one of the files.`);
  const named = inspected.references.flatMap(({ kind, name }) =>
    kind === "provider" ? providerOf(name).provider : [],
  );
  const missing = [...new Set(named)].filter((name) => !host.providers.has(name));
  if (missing.length === 0) return undefined;
  return refuse(...missing.map((name) => `The provider ${name} isn't defined. ${host.howToAddProvider}`));
}

/** Returns a sentence for each error, with its place. */
export function errorSentences(problems: ValidateResult["problems"]): readonly string[] {
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ line, column, message, code }) => `Line ${line}, column ${column}: ${message} (${code})`);
}

/** Compares files with records. Reads each page and each lock file once. */
function createComparer(host: AgentHost, signal: AbortSignal): (file: PlannedFile) => Promise<Verdict> {
  const open = memoize(async (tenant: AgentTenant) => {
    const client = tenant.howToAllow ?? (await tenant.connect());
    return typeof client === "string" ? client : { client, pages: cachedPages(client) };
  });
  const readLock = memoize((folder: string) => host.readLock(folder));
  const compareOne = async ({ path: file, inspected, id, tenant, lastPush }: PlannedFile): Promise<Verdict> => {
    if (!tenant) throw new Error("A file without a tenant is refused.");
    const { host: address, name } = tenant.tenant;
    const { remembered, isUnchanged } = lastPush;
    const service = await open(tenant);
    if (typeof service === "string") return verdict("not-compared", service);
    const read = await readForPush({ service: service.client, id }, service.pages, { signal });
    const sentence = (why: NotSent) => messageFor(why, { tenant: name, connection: id }).text;
    if ("kind" in read && read.kind === "unreadable") {
      const { error } = read;
      return { ...verdict("not-compared", sentence({ ...read, error: withoutMessage(error) })), error };
    }
    if ("kind" in read) return verdict("refused", sentence(read));
    if (!read.found && read.searchedAll) return verdict("refused", sentence({ kind: "gone" }));
    if (!read.found) return verdict("not-compared", NOT_FOUND);
    const entries = await readLock(host.folders.find((one) => isInside(one, file)) ?? path.dirname(file));
    if (typeof entries === "string") return verdict("not-compared", entries);
    const locked = entries.find((entry) => entry.tenant === address && entry.id === id);
    const drift = driftSince({ remembered, locked }, stateOf(read.record));
    if (drift.kind === "changed") return verdict("drifted", changedOnService(drift, "The connection"));
    const digest = maskedDigest({ id, tenant: address, written: inspected });
    const isSame = isUnchanged ?? (locked?.digest === digest && !holdsValues(inspected));
    const compared = verdict(drift.kind === "same" && isSame ? "unchanged" : "update");
    return { ...compared, recorded: drift.kind === "same" ? locked : undefined };
  };
  return async (file) => {
    const compared = await compareOne(file);
    const { interrupted } = file.lastPush;
    if (!interrupted || compared.status === "refused" || isAfter(compared.recorded, interrupted.before))
      return compared;
    return verdict("unknown", UNKNOWN);
  };
}

/** Whether the lock file has a later record than the one before an update. */
export function isAfter(recorded: LockEntry | undefined, before: RecordMark | undefined): boolean {
  return (
    recorded !== undefined &&
    (recorded.fingerprint !== before?.fingerprint || recorded.updated_at !== before.updated_at)
  );
}

const UNKNOWN = "The outcome of the last push is unknown. A person has to check it.";
const NOT_FOUND = "The connection wasn't found, and the list changed while it was being read. Try again.";
