import * as l10n from "@vscode/l10n";
import { propertyOf } from "../document/properties.js";
import { firstCharacter } from "./places.js";
import type { FileRule } from "./rule.js";

/** A file with neither `name` nor `setup`. It is left out where there is an error. */
export const nothingToUpdate: FileRule = {
  code: "nothing-to-update",
  severity: "warning",
  check({ tree, root, shape, syntaxFault }, report) {
    const message = (): string => l10n.t('This file updates nothing; add "name", "setup" or both.');
    if (!tree && !syntaxFault) report({ start: 0, end: 0, message });
    if (!root || shape === "bare" || propertyOf(root, "name") || propertyOf(root, "setup")) return;
    report({ ...firstCharacter(root.node), message });
  },
};
