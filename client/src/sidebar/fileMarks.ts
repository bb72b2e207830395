import type { Marks } from "../connections/connectionFilter.js";
import type { FileState } from "../files/describeFileState.js";
import type { Session } from "../tenants/session.js";
import type { Shown } from "./shown.js";

/** How a setup file stands that somebody should look at. */
const NEEDS_ATTENTION: ReadonlySet<FileState["kind"]> = new Set(["changed", "unknown", "drifted", "gone"]);

/** What the setup files of the workspace say of a tenant's connections, as far as that is known just now. */
export function fileMarks(
  { setupFiles, fileStates }: Pick<Shown, "setupFiles" | "fileStates">,
  session: Session,
): Marks {
  const filesFor = (id: string) => setupFiles.filesFor(id, session.tenant.host);
  return {
    hasFile: ({ id }) => filesFor(id).length > 0,
    needsAttention: ({ id }) => filesFor(id).some((file) => NEEDS_ATTENTION.has(fileStates.last(file)?.kind ?? "new")),
  };
}
