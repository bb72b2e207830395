import type { ValidateResult } from "../../../server/protocol/messages.js";
import { lockKey } from "../lock/lockEntries.js";
import { groupBy } from "../text/groupBy.js";

/** A setup file, as its host has read it. */
export interface PlannableFile extends ValidateResult {
  readonly displayPath: string;
  /** A sentence that says why it can't be read. */
  readonly unread?: string | undefined;
  /** The connection chosen for a bare setup, which has no place for an ID. */
  readonly linked?: { readonly id: string; readonly tenant: string } | undefined;
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

/**
 * Assigns files to tenants. A file that names a tenant is sent to no other.
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
    const { request, tenant: named, id: written, unknown } = file.inspected;
    const tenant = tenantFor(named?.value ?? file.linked?.tenant, tenants);
    const id = written?.value ?? file.linked?.id ?? "";
    const faults = file.unread === undefined ? errorSentences(file.problems) : [file.unread];
    const refuse = (...notes: readonly string[]) => others.push({ file, tenant, id, status: "refused", notes });
    if (unknown && howToAllow !== undefined) refuse(...faults, howToAllow);
    else if (faults.length > 0 && !unknown) refuse(...faults);
    else if (request.name === undefined && request.setup === undefined)
      others.push({ file, tenant, id, status: "unchanged", notes: ["It has nothing to send."] });
    else if (!tenant) refuse(whyNoTenant(named?.value));
    else if (id === "") refuse("It has no ID. Add the ID of its connection.");
    else assigned.push({ file, tenant, id });
  }
  const byConnection = groupBy(assigned, connectionOf);
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
function errorSentences(problems: ValidateResult["problems"]): readonly string[] {
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ line, column, message, code }) => `Line ${line}, column ${column}: ${message} (${code})`);
}
