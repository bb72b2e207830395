import { compareLocked } from "../options/valueDigester.js";
import pLimit from "p-limit";
import { assignFiles, type Assigned } from "../../core/planning/assignFiles.js";
import { decideStatus, isUnknown, notFoundBecause } from "../../core/planning/decideStatus.js";
import { markOf, type LockEntry } from "../../core/lock/lockEntries.js";
import { holdsValues, maskedDigest } from "../../core/lock/maskedDigest.js";
import { checkBeforePush } from "../../core/push/checkBeforePush.js";
import { behindOnService, changedOnService } from "../../core/push/compareRecords.js";
import { type CheckedPush, type Drift, type PushRequest, sendsSetup } from "../../core/push/pushTypes.js";
import { variantNumbered } from "../../core/secrets/texts.js";
import { findShared, readValues, sharedSentence } from "../../core/secrets/valuesInFile.js";
import { partListed } from "../../core/service/operations/listPages.js";
import { daysUntil, describeEnd } from "../../../schemas/judgements.js";
import { providerOf } from "../../../schemas/references.js";
import { EXPIRY_WARNING_DAYS } from "../../../server/protocol/messages.js";
import { interrupted } from "../exits.js";
import type { SetupFile } from "../files/readFiles.js";
import { deferredProviders } from "../options/providers.js";
import { reasonsFor, type Interrupted } from "../outcomeReport.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { listTenants, type ListedTenant } from "../listTenants.js";
import type { Session } from "../session.js";
import { bindValues } from "./bindValues.js";
import type { PlanEntry, PlanStatus } from "./document.js";

/** Assigns files to the specified tenants. */
export function assign(files: readonly SetupFile[], tenants: readonly Tenant[], allowUnknown = false) {
  const { assigned, others } = assignFiles(files, tenants, whyNoTenant, allowUnknown ? undefined : HOW_TO_ALLOW);
  return {
    assigned,
    others: others.map((one) =>
      unsentFile(one.status === "unchanged" ? { file: one.file } : one, one.status, one.notes),
    ),
  };
}

/** @param named the tenant that a file names. */
export function whyNoTenant(named?: string): string {
  return named === undefined
    ? "It has no tenant, and several tenants are specified. Add its tenant."
    : `It belongs to ${named}, which isn't one of the specified tenants.`;
}

type Assignment = ReturnType<typeof assign>;

const MAX_CONCURRENT_COMPARISONS = 16;

export interface Planned {
  readonly entry: PlanEntry;
  readonly file: SetupFile;
  readonly tenant?: Tenant | undefined;
  /** The connection's name on the service. */
  readonly name?: string;
  readonly request?: PushRequest;
}

/** A file to send. */
export type PlannedUpdate = Planned & { readonly request: PushRequest };

export function isUpdate(planned: Planned): planned is PlannedUpdate {
  return planned.request !== undefined;
}

export interface PlanChoices {
  /** Also plan unchanged files, because a secret may have a new value. */
  readonly all?: boolean | undefined;
  /** Also plan connections that someone else changed, or that an earlier run may have updated. */
  readonly acceptDrift?: boolean | undefined;
  /** Also plan setups that this version doesn't know. */
  readonly allowUnknown?: boolean | undefined;
  /** Limits `acceptDrift` to these files, by path relative to the root. */
  readonly approved?: ReadonlySet<string>;
  /** Whether the plan is written to a file for another run, which knows only the file's content. */
  readonly written: boolean;
  readonly salt: string;
  readonly interrupted: readonly Interrupted[];
}

/**
 * Reads each tenant once and compares. Sends nothing.
 * @throws ExitError if a tenant can't be read or a credential is missing.
 */
export async function makePlan(
  assignment: Assignment,
  session: Session,
  choices: PlanChoices,
): Promise<readonly Planned[]> {
  const { assigned, others } = assignment;
  const tenants = session.tenants.filter((tenant) => assigned.some((one) => one.tenant === tenant));
  const listed = await listTenants(session, tenants);
  const planned = await pLimit(MAX_CONCURRENT_COMPARISONS).map(assigned, (one) => {
    const list = listed.find(({ tenant }) => tenant === one.tenant);
    if (!list) throw new Error("A tenant of a file was not read.");
    return planFile(one, list, session, choices);
  });
  return inOrder([...(await withSharedValues(planned)), ...others]);
}

/** Notes values that a production tenant and another one get, as far as planning reads them. */
async function withSharedValues(planned: readonly Planned[]): Promise<readonly Planned[]> {
  const updates = planned.filter(isUpdate);
  if (!updates.some(({ tenant }) => tenant?.production)) return planned;
  const values = updates.map(async ({ entry: { file, origin = "" }, tenant, request }) => {
    const destination = { file, origin, production: tenant?.production === true };
    return (await readValues(request.inspected, request.sources)).map((value) => ({ ...value, ...destination }));
  });
  const shared = findShared((await Promise.all(values)).flat());
  return planned.map((one) => {
    const others = shared.get(one.entry.file);
    return others ? { ...one, entry: { ...one.entry, notes: [...one.entry.notes, sharedSentence(others)] } } : one;
  });
}

/** Plans without the service: refuses assigned files, because they can't be compared. */
export function planOffline(assignment: Assignment): readonly Planned[] {
  const uncompared = assignment.assigned.map((one) =>
    unsentFile(one, "refused", ["It wasn't compared with the service."]),
  );
  return inOrder([...uncompared, ...assignment.others]);
}

function inOrder(planned: readonly Planned[]): readonly Planned[] {
  return planned.toSorted((a, b) => (a.entry.file < b.entry.file ? -1 : 1));
}

function unsentFile(
  { file, tenant, id = "" }: { readonly file: SetupFile; readonly tenant?: Tenant | undefined; readonly id?: string },
  status: PlanStatus,
  notes: readonly string[],
): Planned {
  const where = { ...(tenant && { tenant: tenant.host, origin: tenant.origin }), ...(id !== "" && { id }) };
  const nothing = { properties: [], references: [], leftOut: [], first: false };
  return { file, tenant, entry: { file: file.displayPath, status, ...where, ...nothing, notes } };
}

async function planFile(
  { file, tenant, id }: Assigned<SetupFile, Tenant>,
  { client, list, last }: ListedTenant,
  session: Session,
  choices: PlanChoices,
): Promise<Planned> {
  const { inspected } = file;
  const known = (await session.locks.of(file.path)).get(tenant.host, id);
  const request = {
    service: client,
    tenant,
    id,
    file: file.uri,
    inspected,
    digest: maskedDigest({ id, tenant: tenant.host, inspected }),
    sources: { ...session.secrets.sourcesFor(file.path), provider: deferredProviders(session.providers) },
    digestValues: session.digestValues,
  };
  const checked = await checkBeforePush({ ...request, locked: known }, list, {
    signal: session.io.stopping,
    searchesAll: true,
    clock: session.io.clock,
  });
  if (session.io.stopping.aborted) throw interrupted();
  const variant = variantNumbered(inspected.variant);
  const about = {
    file: file.displayPath,
    tenant: tenant.host,
    origin: tenant.origin,
    id,
    ...(variant && { variant: variant.name }),
    ...(inspected.unknown && { unknownSetup: true }),
    properties: [],
    references: inspected.references.map(({ kind, name, property }) => ({ property: property.join("."), kind, name })),
    leftOut: inspected.leftOut,
    first: known === undefined,
  };
  if ("kind" in checked)
    return { file, tenant, entry: { ...about, status: "refused", notes: reasonsFor(checked, tenant.name, id) } };
  const { record } = checked.plan;
  const mark = record && markOf(record);
  if (!mark || (mark.fingerprint === "" && mark.updated_at === ""))
    return {
      file,
      tenant,
      entry: { ...about, status: "refused", notes: [record ? NOT_COMPARABLE : notFoundBecause(partListed(last))] },
    };
  const earlier = choices.interrupted.find((one) => one.tenant === tenant.host && one.id === id);
  const isProbablyApplied = earlier?.outcome === "probablyApplied";
  // Sending everything again is how to be sure of an update that was probably applied.
  const isAccepted = choices.acceptDrift === true || (choices.all === true && isProbablyApplied);
  const acceptDrift = isAccepted && (choices.approved?.has(file.displayPath) ?? true);
  const { status, notes } = decide(checked, known, earlier, { ...choices, acceptDrift });
  const entry = {
    ...about,
    properties: checked.plan.properties,
    references: await bindValues(about, inspected.variant, request.sources, session.providers, choices.salt),
    digest: request.digest,
    record: mark,
    status,
    ...(status === "unknown" && { outcome: isProbablyApplied ? ("probablyApplied" as const) : status }),
    notes: [...notes, ...endNotes(file, checked, { status, known, now: session.io.clock.now() })],
  };
  return { file, tenant, name: record.name, entry, ...(status === "update" && { request }) };
}

/** Says when the file's credential ends, as the file says, or else the token that's sent or was pushed. */
function endNotes(
  { inspected, problems }: SetupFile,
  { plan }: CheckedPush,
  { status, known, now }: { readonly status: PlanStatus; readonly known: LockEntry | undefined; readonly now: number },
): readonly string[] {
  if (inspected.expires) return problems.flatMap(({ code, message }) => (code === "expires" ? [message] : []));
  const isSent = status === "update" && sendsSetup(plan);
  const ends = isSent ? plan.expires : known?.expires;
  const days = ends === undefined ? Infinity : daysUntil(ends, now);
  // If it has ended, that's among the warnings of what's sent.
  return days <= EXPIRY_WARNING_DAYS && !(isSent && days < 0) ? [`The token of this file ${describeEnd(days)}.`] : [];
}

function decide(
  checked: CheckedPush,
  known: LockEntry | undefined,
  earlier: Interrupted | undefined,
  { all, acceptDrift, written }: PlanChoices,
): Pick<PlanEntry, "status" | "notes"> {
  const { drift, plan } = checked;
  const { inspected, digest } = checked.request;
  const hasReferences = (inspected.references ?? []).length > 0;
  const isSame = drift.kind === "same" && known?.digest === digest;
  const values = known && isSame ? compareLocked(known, checked.values, hasReferences) : undefined;
  const compared = { inspected, digest, drift, locked: known, earlier: earlier?.entry };
  const unknown = earlier && isUnknown(compared) ? [earlier.text] : [];
  const status = decideStatus(compared, acceptDrift, all === true || values === "replaced");
  switch (status) {
    case "unknown":
      return { status, notes: [...unknown, earlier?.outcome === "probablyApplied" ? AGAIN_WITH_ALL : NOT_AGAIN] };
    case "drifted":
      return { status, notes: driftNotes(drift, known) };
    case "unchanged":
      return { status, notes: values === "notCompared" ? [NOT_COMPARED] : [] };
    case "update": {
      if (written && holdsValues(inspected))
        return { status: "refused", notes: [inspected.unknown ? HOLDS_UNKNOWN_VALUES : HOLDS_VALUES] };
      const unfilled = plan.warnings.filter(({ isUnfilled }) => isUnfilled);
      if (unfilled.length > 0) return { status: "refused", notes: unfilled.map(({ text }) => text) };
      const replaced = values === "replaced" ? [REPLACED] : [];
      const warnings = plan.warnings.map(({ text }) => text);
      return {
        status,
        notes: [...unknown, ...replaced, ...driftNotes(drift, known), ...warnings, ...providerNotes(checked)],
      };
    }
  }
}

const REPLACED = "A value behind its references was replaced since the last push.";
/** Also counts such files in the summary. */
export const NOT_COMPARED = "The values behind its references weren't compared.";
const NOT_AGAIN = "It isn't sent again. To overwrite the connection, use --accept-drift.";
const AGAIN_WITH_ALL = "To send it again, use --all.";
const HOLDS_VALUES =
  "The file contains a value, so a plan can't tell whether it's still the value that was reviewed. Replace it with a reference, or use apply --auto.";
const HOLDS_UNKNOWN_VALUES =
  "Each value of a setup that's unknown to this version counts as secret, so a plan can't tell whether it's still the value that was reviewed. Replace each with a reference, or use apply --auto.";
const HOW_TO_ALLOW =
  "All errors are about what's unknown to this version. Look for an update, or use --allow-unknown with plan and with apply.";

const NOT_COMPARABLE = "The service doesn't say when the connection changed, so it can't be compared.";
const SEVERAL_ENTRIES =
  "The lock file has several entries for the connection, and none of them is the latest. Compare the file with the service.";

function driftNotes(drift: Drift, known: LockEntry | undefined): readonly string[] {
  if (drift.kind === "behind") return [behindOnService("the connection")];
  if (drift.kind !== "changed") return [];
  if (known?.merged) return [SEVERAL_ENTRIES];
  return [`${changedOnService(drift, "The connection")} The lock file doesn't have this change.`];
}

function providerNotes({
  request: {
    inspected: { references = [] },
  },
}: CheckedPush): readonly string[] {
  const names = new Set(references.flatMap(({ kind, name }) => (kind === "provider" ? [name] : [])));
  return [...names].map((name) => `To send it, apply runs the provider ${providerOf(name).provider} for \${${name}}.`);
}
