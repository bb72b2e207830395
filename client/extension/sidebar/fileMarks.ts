import type { ViewBadge } from "vscode";
import type { Marks } from "../../core/connections/connectionFilter.js";
import { FILE_STATE_KINDS, ruleFor } from "../editor/states.js";
import { capitalize, formatNarrowList, formatNumber } from "../../core/text/locale.js";
import type { Session } from "../tenants/session.js";
import type { Shown } from "./shown.js";

/** What the setup files of the workspace say of a tenant's connections, as far as that is known just now. */
export function fileMarks(
  { setupFiles, fileStates }: Pick<Shown, "setupFiles" | "fileStates">,
  session: Session,
): Marks {
  const filesFor = (id: string) => setupFiles.filesFor(id, session.tenant.host);
  return {
    hasFile: ({ id }) => filesFor(id).length > 0,
    needsAttention: ({ id }) =>
      filesFor(id).some((file) => ruleFor(fileStates.last(file)?.kind ?? "new").attention !== undefined),
  };
}

/** The number at the view's icon: how many setup files need an action here; undefined where none does. */
export function attentionBadge({
  setupFiles,
  fileStates,
}: Pick<Shown, "setupFiles" | "fileStates">): ViewBadge | undefined {
  const states = setupFiles.all.map(({ file }) => fileStates.last(file));
  const counts = FILE_STATE_KINDS.flatMap((kind) => {
    const count = states.filter((state) => state?.kind === kind).length;
    const { attention } = ruleFor(kind);
    return attention && count > 0 ? [{ count, words: attention(formatNumber(count)) }] : [];
  });
  const value = counts.reduce((sum, { count }) => sum + count, 0);
  const words = counts.map((counted) => counted.words);
  return value === 0 ? undefined : { value, tooltip: capitalize(formatNarrowList(words)) };
}
