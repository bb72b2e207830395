import { targetOf } from "../document/target.js";
import { spanOf } from "./places.js";
import type { FileRule } from "./rule.js";

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
      message: () => `${others.length === 1 ? "Another file updates" : `${others.length} other files update`} the same connection; keep one, or the last push wins.`,
      related: others.map((place) => ({ place, message: "The same connection is updated here." })),
    });
  },
};
