import * as l10n from "@vscode/l10n";
import { spanOf } from "./places.js";
import type { FileRule } from "./rule.js";
import { READ_ONLY } from "./unknownProperty.js";
import { quoted } from "./wording.js";

/** A field of the service's record, which an update cannot change. */
export const readOnlyProperty: FileRule = {
  code: "read-only-property",
  severity: "error",
  check({ shape, root }, report) {
    if (shape !== "full") return;
    for (const { name, key } of root?.properties ?? []) {
      if (!READ_ONLY.has(name)) continue;
      report({
        ...spanOf(key),
        message: () => l10n.t("{0} is kept by the service and cannot be updated; remove it.", quoted(name)),
        data: () => ({ path: [name] }),
      });
    }
  },
};
