import type { InspectResult, ValidateResult } from "../../../server/protocol/messages.js";
import { lockKey } from "../lock/lockEntries.js";

export const NO_ID = "It has no ID. Add the ID of its connection.";

interface AssignableFile {
  readonly inspected: Omit<InspectResult, "version">;
  /** The connection chosen for a bare setup, which has no place for an ID. */
  readonly linked?: { readonly id: string; readonly tenant: string } | undefined;
}

/** A setup file, as its host has read it. */
export interface PlannableFile extends AssignableFile, ValidateResult {
  readonly displayPath: string;
  /** A sentence that says why it can't be read. */
  readonly unread?: string | undefined;
}

export interface Assigned<File, Tenant> {
  readonly file: File;
  readonly tenant: Tenant;
  readonly id: string;
}

/** A file that isn't compared with the service. */
interface Unassigned<File, Tenant> extends Assigned<File, Tenant | undefined> {
  readonly status: "refused" | "unchanged";
  readonly notes: readonly string[];
}

/** Why a file can't be pushed together with others, without a question. */
type Obstacle = "problems" | "empty" | "noTenant" | "noId";

/**
 * Finds the connection that a file is for. A file that names a tenant is sent to no other.
 * @param hasProblems whether problems in it forbid a push.
 */
export function assignFile<Tenant extends { readonly host: string }>(
  { inspected: { request, tenant: named, id: written }, linked }: AssignableFile,
  tenants: readonly Tenant[],
  hasProblems: boolean,
): { readonly tenant: Tenant | undefined; readonly id: string; readonly obstacle: Obstacle | undefined } {
  const tenant = tenantFor(named?.value ?? linked?.tenant, tenants);
  const id = written?.value ?? linked?.id ?? "";
  let obstacle: Obstacle | undefined;
  if (hasProblems) obstacle = "problems";
  else if (request.name === undefined && request.setup === undefined) obstacle = "empty";
  else if (!tenant) obstacle = "noTenant";
  else if (id === "") obstacle = "noId";
  return { tenant, id, obstacle };
}

/**
 * Assigns files to tenants, and refuses files for the same connection.
 * @param whyNoTenant says why a file has no tenant: it names another one, or it names none and there are several.
 * @param howToAllow how a setup that this version doesn't know can be sent; undefined if this run sends it.
 */
export function assignFiles<File extends PlannableFile, Tenant extends { readonly host: string }>(
  files: readonly File[],
  tenants: readonly Tenant[],
  whyNoTenant: (named: string | undefined) => string,
  howToAllow: string | undefined,
) {
  const others: Unassigned<File, Tenant>[] = [];
  const assigned: Assigned<File, Tenant>[] = [];
  for (const file of files) {
    const { unread, problems, inspected } = file;
    const faults = unread === undefined ? errorSentences(problems) : [unread];
    const isAllowed = inspected.unknown && howToAllow === undefined;
    const { tenant, id, obstacle } = assignFile(file, tenants, faults.length > 0 && !isAllowed);
    const notes = {
      problems: inspected.unknown && howToAllow !== undefined ? [...faults, howToAllow] : faults,
      empty: ["It has nothing to send."],
      noTenant: [whyNoTenant(inspected.tenant?.value)],
      noId: [NO_ID],
    };
    const status = obstacle === "empty" ? "unchanged" : "refused";
    if (obstacle) others.push({ file, tenant, id, status, notes: notes[obstacle] });
    else if (tenant) assigned.push({ file, tenant, id });
  }
  const byConnection = Map.groupBy(assigned, connectionOf);
  const sameAs = (one: Assigned<File, Tenant>) =>
    byConnection.get(connectionOf(one))?.find((other) => other !== one)?.file.displayPath;
  for (const one of assigned) {
    const other = sameAs(one);
    const note = `${other} updates the same connection. Keep one of the files.`;
    if (other !== undefined) others.push({ ...one, status: "refused", notes: [note] });
  }
  return { assigned: assigned.filter((one) => sameAs(one) === undefined), others };
}

/** Returns the tenant that a file names, or the only one. @param named a host, in any case. */
export function tenantFor<Tenant extends { readonly host: string }>(
  named: string | undefined,
  tenants: readonly Tenant[],
): Tenant | undefined {
  if (named === undefined) return tenants.length === 1 ? tenants[0] : undefined;
  return tenants.find(({ host }) => host === named.toLowerCase());
}

function connectionOf({ tenant, id }: Assigned<unknown, { readonly host: string }>): string {
  return lockKey({ tenant: tenant.host, id });
}

/** Returns a sentence for each error, with its place. */
export function errorSentences(problems: ValidateResult["problems"]): readonly string[] {
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ line, column, message, code }) => `Line ${line}, column ${column}: ${message} (${code})`);
}
