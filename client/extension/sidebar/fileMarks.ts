import * as l10n from "@vscode/l10n";
import type { ViewBadge } from "vscode";
import type { Marks } from "../../core/connections/connectionFilter.js";
import type { FileState } from "../editor/describeFileState.js";
import { capitalize, formatNarrowList, formatNumber } from "../../core/text/locale.js";
import type { Session } from "../tenants/session.js";
import type { Shown } from "./shown.js";

/** How a setup file stands that needs an action here, with words for how many do. */
const NEEDS_ATTENTION: ReadonlyMap<FileState["kind"], (count: string) => string> = new Map([
  ["changed", (count) => l10n.t("files with changes to push: {0}", count)],
  ["drifted", (count) => l10n.t("connections changed on the service: {0}", count)],
  ["gone", (count) => l10n.t("connections gone from the service: {0}", count)],
  ["unknown", (count) => l10n.t("pushes with an unknown outcome: {0}", count)],
]);

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

/** The number at the view's icon: how many setup files need an action here; undefined where none does. */
export function attentionBadge({
  setupFiles,
  fileStates,
}: Pick<Shown, "setupFiles" | "fileStates">): ViewBadge | undefined {
  const states = setupFiles.all.map(({ file }) => fileStates.last(file));
  const counts = [...NEEDS_ATTENTION].map(([kind, words]) => {
    const count = states.filter((state) => state?.kind === kind).length;
    return { count, words: words(formatNumber(count)) };
  });
  const value = counts.reduce((sum, { count }) => sum + count, 0);
  const words = counts.filter(({ count }) => count > 0).map((counted) => counted.words);
  return value === 0 ? undefined : { value, tooltip: capitalize(formatNarrowList(words)) };
}
