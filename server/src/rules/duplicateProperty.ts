import * as l10n from "@vscode/l10n";
import { duplicatesWithin, type Property } from "../document/properties.js";
import { extraProperties } from "../document/referenceTexts.js";
import type { SetupFile } from "../document/setupFile.js";
import { spanOf } from "./places.js";
import type { FileRule } from "./rule.js";
import { quoted } from "./wording.js";

/** A property whose name was there before in the same object. */
export const duplicateProperty: FileRule = {
  code: "duplicate-property",
  severity: "error",
  check(file, report) {
    for (const property of duplicates(file)) {
      report({
        ...spanOf(property.key),
        message: () =>
          l10n.t("{0} is given twice and only the last one counts; remove one of them.", quoted(property.name)),
      });
    }
  },
};

/** With a missing or unknown type nothing else is said about the properties of a setup. */
function duplicates({ root, setup }: SetupFile): readonly Property[] {
  if (!root) return [];
  const silent = setup?.choice.kind === "missing-type" || setup?.choice.kind === "unknown-type";
  const ofRoot = silent && setup.object === root ? [] : root.duplicates;
  if (!setup || silent) return ofRoot;
  const ofSetup = setup.object === root ? [] : setup.object.duplicates;
  const nested = extraProperties(setup).flatMap(({ value }) => (value?.children ? duplicatesWithin(value) : []));
  return ofSetup.length + nested.length === 0 ? ofRoot : [...ofRoot, ...ofSetup, ...nested];
}
