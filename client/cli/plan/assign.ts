import type { Tenant } from "../../core/tenants/tenant.js";
import type { SetupFile } from "../files/setupFiles.js";

export interface Assigned {
  readonly file: SetupFile;
  readonly tenant: Tenant;
  readonly id: string;
}

/** Whole sentences say why. */
export interface Refused {
  readonly file: SetupFile;
  readonly tenant?: Tenant | undefined;
  readonly id?: string | undefined;
  readonly why: readonly string[];
}

export interface Assignment {
  readonly assigned: readonly Assigned[];
  readonly refused: readonly Refused[];
  /** Files that ask for nothing yet. */
  readonly empty: readonly SetupFile[];
}

/** A tenant in a file is a guard: the file goes there or nowhere. */
export function assign(files: readonly SetupFile[], tenants: readonly Tenant[]): Assignment {
  const assigned: Assigned[] = [];
  const refused: Refused[] = [];
  const empty: SetupFile[] = [];
  for (const file of files) {
    const { request, id: written, tenant: named } = file.inspected;
    const id = written?.value ?? "";
    const [only, ...others] = tenants;
    const host = named?.value.toLowerCase();
    const tenant = named ? tenants.find((one) => one.host === host) : others.length === 0 ? only : undefined;
    const faults = faultsOf(file);
    const refuse = (...why: readonly string[]) => refused.push({ file, tenant, id: id === "" ? undefined : id, why });
    if (faults.length > 0) refuse(...faults);
    else if (request.name === undefined && request.setup === undefined) empty.push(file);
    else if (named && !tenant) refuse(`It belongs to ${named.value}, which isn't one of the specified tenants.`);
    else if (!tenant) refuse("It has no tenant, and several tenants are specified. Add its tenant.");
    else if (id === "") refuse("It has no ID. Add the ID of its connection.");
    else assigned.push({ file, tenant, id });
  }
  const rivalOf = (one: Assigned) =>
    assigned.find((other) => other !== one && other.tenant === one.tenant && other.id === one.id);
  const contested = assigned.flatMap((one) => {
    const rival = rivalOf(one);
    return rival ? [{ ...one, why: [`${rival.file.shown} updates the same connection. Keep one of the files.`] }] : [];
  });
  return { assigned: assigned.filter((one) => !rivalOf(one)), refused: [...refused, ...contested], empty };
}

function faultsOf({ problems, unread }: SetupFile): readonly string[] {
  if (unread !== undefined) return [unread];
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ line, column, message, code }) => `Line ${line}, column ${column}: ${message} (${code})`);
}
