import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describeReference } from "../../core/secrets/problems.js";
import { isInside } from "../../core/secrets/files.js";
import { readFiles, type SetupFile } from "../files/setupFiles.js";
import type { PlanEntry, ReadPlan } from "../plan/document.js";
import type { Planned } from "../plan/makePlan.js";
import type { Session } from "../session.js";
import type { ApprovedUpdate } from "./send.js";

/** What a plan comes to when it is carried out: updates that are as they were approved, or why none of them is. */
export interface Approved {
  readonly updates: readonly ApprovedUpdate[];
  /** Sentences, each beginning with the file it is about. */
  readonly moved: readonly string[];
}

/** Reads the files of a plan that are still there. A plan leads to no file outside the root. */
export async function readPlannedFiles(
  { files }: ReadPlan,
  { root, io }: Pick<Session, "root" | "io">,
): Promise<readonly SetupFile[]> {
  const paths = files
    .map(({ file }) => path.resolve(root, file))
    .filter((full) => isInside(root, full) && existsSync(full));
  return paths.length === 0 ? [] : readFiles(paths, root, io.cwd);
}

/**
 * Holds a plan against what would be planned now. What is sent follows from the second alone, so a plan that was made
 * by hand can have nothing sent that a new one would not have sent.
 */
export function approvedUpdates({ files }: ReadPlan, planned: readonly Planned[]): Approved {
  const approved = new Map(files.flatMap((entry) => (entry.status === "update" ? [[entry.file, entry]] : [])));
  const now = new Map(planned.map((one) => [one.entry.file, one]));
  return {
    updates: planned.flatMap(({ entry, file, request }) =>
      request && approved.has(entry.file) ? [{ entry, file, request }] : [],
    ),
    moved: [...approved].flatMap(([file, entry]) => {
      const problem = difference(entry, now.get(file)?.entry);
      return problem === undefined ? [] : [`${file}: ${problem}`];
    }),
  };
}

/** What has moved since an update was planned, or was never so; undefined where nothing has. */
function difference(before: Partial<PlanEntry>, now: PlanEntry | undefined): string | undefined {
  if (!now) return "The file is gone.";
  const { notes: _, ...was } = before;
  const { notes, ...is } = now;
  if (now.status === "refused") return notes.join(" ");
  if (is.origin !== was.origin) return "It goes to another tenant than the one that was planned.";
  if (is.id !== was.id) return "It is for another connection than the one that was planned.";
  if (!isDeepStrictEqual(is.record, was.record))
    return "The connection was changed on the service since the plan was made.";
  if (is.status === "drifted")
    return `${notes.join(" ")} If the plan was made with --accept-drift, give it to apply as well.`;
  if (is.status === "unknown") return notes.join(" ");
  if (is.status === "unchanged")
    return "It asks for the same as at the last push. If the plan was made with --all, give it to apply as well.";
  const other = is.references.find(({ digest }, at) => digest !== undefined && digest !== was.references?.[at]?.digest);
  if (other) return `The value of ${describeReference(other)} in ${other.property} isn't the one that was planned.`;
  return isDeepStrictEqual(is, was) ? undefined : "It asks for something else than what was planned.";
}
