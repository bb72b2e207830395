import * as l10n from "@vscode/l10n";
import { targetOf } from "../document/target.js";
import { spanOf } from "./places.js";
import type { FileRule } from "./rule.js";

/** Of thousands of copies nobody looks at more; each would be told about all others. */
const MOST_RELATED = 20;

/** Another file of the workspace updates the same connection. */
export const duplicateTarget: FileRule = {
  code: "duplicate-target",
  severity: "warning",
  check(file, report, { sameTarget }) {
    const target = targetOf(file);
    if (!target || !sameTarget) return;
    const others = sameTarget(target.id, target.tenant);
    if (others.length === 0) return;
    report({
      ...spanOf(target.node),
      message: () =>
        others.length === 1
          ? l10n.t("Another file updates the same connection; keep one, or the last push wins.")
          : l10n.t("{0} other files update the same connection; keep one, or the last push wins.", others.length),
      related: others
        .slice(0, MOST_RELATED)
        .map((place) => ({ place, message: l10n.t("The same connection is updated here.") })),
    });
  },
};
