import path from "node:path";
import { isInside } from "../../../schemas/files.js";
import type { ValidateResult } from "../../../server/protocol/messages.js";
import { LOCK_FILE } from "../lock/lockFile.js";
import { readLock } from "../lock/lockStore.js";
import { holdsValues, maskedDigest } from "../lock/maskedDigest.js";
import { cachedPages, readForPush } from "../push/check.js";
import { changedOnService, driftSince, stateOf } from "../push/drift.js";
import type { NotSent } from "../push/outcome.js";
import { messageFor } from "../push/outcomes.js";
import { propertiesOf } from "../push/plan.js";
import { variantNumbered } from "../secrets/texts.js";
import { memoize } from "../text/memoize.js";
import { escapeText } from "../text/sanitizeText.js";
import { displayPath, setupFilesAt } from "./files.js";
import { AgentError, type AgentHost, type AgentTenant, type LastPush } from "./host.js";

const MAX_FILES = 200;

export const STATUSES = ["update", "unchanged", "drifted", "unknown", "refused", "not-compared"] as const;
type Status = (typeof STATUSES)[number];

interface Verdict {
  readonly status: Status;
  /** Sentences. */
  readonly notes: readonly string[];
}

function verdict(status: Status, ...notes: readonly string[]): Verdict {
  return { status, notes };
}

interface PlannedFile extends ValidateResult {
  readonly path: string;
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
  const texts = await Promise.all(places.map(async (path) => ({ path, text: await host.readText(path) })));
  const checked = await host.check(texts, signal);
  const files = await Promise.all(checked.map((result, at) => readPlannedFile(places[at] ?? "", result, host)));
  const compare = createComparer(host, signal);
  const entries = await Promise.all(
    files.map(async (file) => {
      const { status, notes } = refusal(file, files, host) ?? (await compare(file));
      return {
        file: displayPath(file.path, host),
        status,
        tenant: file.tenant?.tenant.host ?? null,
        id: file.id === "" ? null : escapeText(file.id, 100),
        variant: variantNumbered(file.inspected.variant)?.name ?? null,
        properties: propertiesOf(file.inspected.request).map((name) => escapeText(name, 100)),
        notes: notes.map((note) => escapeText(note, 500)),
      };
    }),
  );
  const count = (status: Status) => entries.filter((entry) => entry.status === status).length;
  return {
    notice: "Nothing was sent. Only a person can push, after a review.",
    counts: Object.fromEntries(STATUSES.map((status) => [status, count(status)])),
    files: entries,
  };
}

async function readPlannedFile(path: string, result: ValidateResult, host: AgentHost): Promise<PlannedFile> {
  const { inspected } = result;
  const lastPush = await host.lastPush(path, inspected);
  const id = inspected.id?.value ?? lastPush.linked?.id ?? "";
  // A file that names a tenant is sent to no other.
  const named = inspected.tenant?.value.toLowerCase() ?? lastPush.linked?.tenant;
  const only = host.tenants.length === 1 ? host.tenants[0] : undefined;
  const tenant = named === undefined ? only : host.tenants.find((one) => one.tenant.host === named);
  return { ...result, path, id, tenant, lastPush };
}

function refusal(file: PlannedFile, all: readonly PlannedFile[], host: AgentHost): Verdict | undefined {
  const { problems, inspected, id, tenant } = file;
  const { request } = inspected;
  const refuse = (...notes: readonly string[]) => verdict("refused", ...notes);
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
  return rival && refuse(`${displayPath(rival.path, host)} updates the same connection. Keep one of the files.`);
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
  const readLockIn = memoize((folder: string) => readLock(path.join(folder, LOCK_FILE)));
  const lockEntry = async (file: string, tenant: string, id: string) => {
    const reading = await readLockIn(host.folders.find((one) => isInside(one, file)) ?? path.dirname(file));
    if (reading?.ok === false) throw new AgentError(`${LOCK_FILE} can't be read. A person has to restore it.`);
    return reading?.entries.find((entry) => entry.tenant === tenant && entry.id === id);
  };
  return async ({ path: file, inspected, id, tenant, lastPush }) => {
    if (!tenant) throw new Error("A file without a tenant is refused.");
    const { host: address, name } = tenant.tenant;
    const { remembered, isUnchanged, isUnknown } = lastPush;
    if (isUnknown === true) return verdict("unknown", UNKNOWN);
    const service = await open(tenant);
    if (typeof service === "string") return verdict("not-compared", service);
    const read = await readForPush({ service: service.client, id }, service.pages, { signal });
    const sentence = (why: NotSent) => messageFor(why, { tenant: name, connection: id }).text;
    if ("kind" in read) return verdict(read.kind === "unreadable" ? "not-compared" : "refused", sentence(read));
    if (!read.found && read.searchedAll) return verdict("refused", sentence({ kind: "gone" }));
    if (!read.found) return verdict("not-compared", NOT_FOUND);
    const locked = await lockEntry(file, address, id);
    const drift = driftSince({ remembered, locked }, stateOf(read.record));
    if (drift.kind === "changed") return verdict("drifted", changedOnService(drift, "The connection"));
    const digest = maskedDigest({ id, tenant: address, written: inspected });
    const isSame = isUnchanged ?? (locked?.digest === digest && !holdsValues(inspected));
    return verdict(drift.kind === "same" && isSame ? "unchanged" : "update");
  };
}

const UNKNOWN = "The outcome of the last push is unknown. A person has to check it.";
const NOT_FOUND = "The connection wasn't found, and the list changed while it was being read. Try again.";
