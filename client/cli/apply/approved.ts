import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isInside } from "../../src/secrets/files.js";
import { holdsValues } from "../../src/lock/maskedDigest.js";
import { readFiles, type SetupFile } from "../files/readFiles.js";
import { assign } from "../plan/assign.js";
import type { PlanDocument, PlanEntry } from "../plan/document.js";
import { requestFor } from "../plan/makePlan.js";
import type { Session } from "../plan/session.js";
import type { ApprovedUpdate } from "./applyPlan.js";

/** What a plan comes to when it is carried out: updates that are as they were approved, or why none of them is. */
export interface Approved {
  readonly updates: readonly ApprovedUpdate[];
  /** Sentences, each beginning with the file it is about. */
  readonly moved: readonly string[];
}

/** Reads the files of a plan anew and holds them against it. The records follow when they are read. */
export async function approvedUpdates({ files: entries }: PlanDocument, session: Session): Promise<Approved> {
  const planned = entries.filter(({ status }) => status === "update");
  const moved: string[] = [];
  const there = planned.filter(({ file }) => {
    const full = path.resolve(session.root, file);
    if (isInside(session.root, full) && existsSync(full)) return true;
    moved.push(`${file}: The file is gone.`);
    return false;
  });
  const paths = there.map(({ file }) => path.resolve(session.root, file));
  const files = paths.length === 0 ? [] : await readFiles(paths, session.root, session.io.cwd);
  const { assigned, refused } = assign(files, session.tenants);
  const accesses = session.access(session.tenants.filter((tenant) => assigned.some((one) => one.tenant === tenant)));
  const updates = there.flatMap((entry): ApprovedUpdate[] => {
    const refusal = refused.find(({ file }) => file.shown === entry.file);
    const one = assigned.find(({ file }) => file.shown === entry.file);
    const access = accesses.find(({ tenant }) => tenant === one?.tenant);
    const request = one && access && requestFor(one, access.client, session, entry.page);
    const problem =
      refusal?.why[0] ??
      (one && request ? difference(entry, one.file, one, request.digest) : "It asks for nothing any more.");
    if (problem !== undefined) moved.push(`${entry.file}: ${problem}`);
    return one && request ? [{ entry, file: one.file, request }] : [];
  });
  return { updates, moved };
}

/** What a file differs in from what was planned; undefined where in nothing. */
function difference(
  entry: PlanEntry,
  { inspected, problems }: SetupFile,
  { tenant, id }: { readonly tenant: { readonly origin: string }; readonly id: string },
  digest: string,
): string | undefined {
  const references = inspected.references.map(({ kind, name, property }) => ({
    property: property.join("."),
    kind,
    name,
  }));
  if (problems.some(({ severity }) => severity === "error")) return "The file has errors since the plan was made.";
  if (tenant.origin !== entry.origin) return "It goes to another tenant than the one that was planned.";
  if (id !== entry.id) return "It is for another connection than the one that was planned.";
  if (digest !== entry.digest || !isDeepStrictEqual(references, entry.references) || holdsValues(inspected))
    return "It asks for something else than what was planned.";
  return undefined;
}
