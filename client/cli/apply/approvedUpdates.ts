import { isDeepStrictEqual } from "node:util";
import { describeReference } from "../../core/secrets/referenceProblems.js";
import { providerOf } from "../../../schemas/references.js";
import type { PlanEntry, ReadPlan } from "../plan/document.js";
import { isUpdate, type Planned } from "../plan/makePlan.js";

/**
 * Compares an approved plan with a new one. Only content of the new plan is sent, so editing a plan can't change that.
 * @returns `updates` to send, and `moved`: a sentence, beginning with the file, for each update that can't be sent.
 */
export function approvedUpdates({ files }: ReadPlan, planned: readonly Planned[]) {
  const approved = new Map(files.flatMap((entry) => (entry.status === "update" ? [[entry.file, entry]] : [])));
  const now = new Map(planned.map((one) => [one.entry.file, one]));
  return {
    updates: planned.filter(isUpdate).filter(({ entry }) => approved.has(entry.file)),
    moved: [...approved].flatMap(([file, entry]) => {
      const problem = difference(entry, now.get(file)?.entry);
      return problem === undefined ? [] : [`${file}: ${problem}`];
    }),
  };
}

/** Describes what changed since an update was planned. Returns undefined if nothing did. */
function difference(before: Partial<PlanEntry>, now: PlanEntry | undefined): string | undefined {
  if (!now) return "The file no longer exists.";
  const { notes: _, ...was } = before;
  const { notes, ...is } = now;
  if (now.status === "refused") return notes.join(" ");
  if (is.origin !== was.origin) return "It goes to a different tenant than planned.";
  if (is.id !== was.id) return "It updates a different connection than planned.";
  if (!isDeepStrictEqual(is.record, was.record))
    return "The connection changed on the service since the plan was made.";
  if (is.status === "drifted")
    return `${notes.join(" ")} If you made the plan with --accept-drift, use it with apply, too.`;
  if (is.status === "unknown") return notes.join(" ");
  if (is.status === "unchanged")
    return "It hasn't changed since the last push. If you made the plan with --all, use it with apply, too.";
  const other = is.references.find(({ digest }, at) => digest !== undefined && digest !== was.references?.[at]?.digest);
  if (other?.kind === "provider")
    return `The definition of the provider ${providerOf(other.name).provider} changed since the plan was made.`;
  if (other) return `The value of ${describeReference(other)} in ${other.property} changed since the plan was made.`;
  return isDeepStrictEqual(is, was) ? undefined : "It sends something different than planned.";
}
