import { unclearFaults } from "../../core/files/readFaults.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import type { SetupFile } from "../files/readFiles.js";
import type { Annotation } from "../output/report.js";
import { whyNoTenant } from "../plan/makePlan.js";

/** A file, and why not all of its references are known. */
export interface ReadFile extends SetupFile {
  readonly faults: readonly string[];
}

/** @param tenants those that are specified. @returns a sentence for each fault. */
export function faultsOf(
  { unread, problems, inspected }: SetupFile,
  tenants: readonly Tenant[] = [],
): readonly string[] {
  if (unread !== undefined) return [unread];
  const unclear = unclearFaults(problems);
  const hasNoTenant = unclear.length === 0 && tenants.length > 1 && inspected.tenant === undefined;
  return hasNoTenant ? [whyNoTenant()] : unclear;
}

/** What `check` warns of, too: a file that's empty, or has only comments. */
export function emptyNote({ faults, inspected, problems }: ReadFile): readonly string[] {
  const isBlank = faults.length === 0 && inspected.shape === "none";
  return isBlank ? problems.map(({ message }) => message) : [];
}

/** What GitHub shows at a file with a fault. */
export function faultAnnotation({ path }: SetupFile, message: string): Annotation {
  return { level: "error", file: path, title: "unreadable", message };
}
