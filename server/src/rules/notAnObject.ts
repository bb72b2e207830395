import * as l10n from "@vscode/l10n";
import { propertyOf } from "../document/properties.js";
import { spanOf } from "./places.js";
import type { FileRule } from "./rule.js";

/** The root, or the setup, is something other than an object. */
export const notAnObject: FileRule = {
  code: "not-an-object",
  severity: "error",
  check({ tree, root, shape }, report) {
    if (tree && !root) {
      report({ ...spanOf(tree), message: () => l10n.t("A setup file is an object; put its properties in braces.") });
    }
    const value = root && shape === "full" ? propertyOf(root, "setup")?.value : undefined;
    if (value && value.type !== "object") {
      report({
        ...spanOf(value),
        message: () => l10n.t('The value of "setup" is an object; put the fields of the setup in braces.'),
        data: () => ({ path: ["setup"] }),
      });
    }
  },
};
