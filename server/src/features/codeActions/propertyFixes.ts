import * as l10n from "@vscode/l10n";
import { quoted, listed } from "../../rules/wording.js";
import { FILE_PROPERTIES, type SetupFile } from "../../document/setupFile.js";
import { type JsonNode, sourceTextOf } from "../../document/jsonTree.js";
import { variantsIn } from "../../document/fieldValues.js";
import { changeTo, removeNamed, removeProperties, sure } from "./edits.js";
import { type Fix, type Fixer, propertiesNamed, propertyAt, type PropertyPlace } from "./fix.js";
import { fitObject, toFullFile } from "./shapes.js";

/**
 * Renames a misspelled property, turns the file into a full one if the property belongs there, renames or unwraps an
 * object whose content does, or removes the property.
 */
export const unknownProperty: Fixer = (finding, { file }) => {
  const place = propertyAt(file, finding);
  if (!place) return [];
  const suggestion = finding.problem.suggestion?.();
  const { object, name, key } = place;
  const remove = removeNamed(file.text, object, name);
  if (suggestion !== undefined) {
    const rename = sure(changeTo(key, suggestion));
    return isRequired(file, suggestion) ? [rename] : [rename, remove];
  }
  const fitting = fitObject(file, place);
  if (fitting) return [fitting];
  const full = FILE_PROPERTIES.includes(name) ? toFullFile(file) : undefined;
  return full ? [{ ...full, preferred: true }, remove] : [remove];
};

/** Whether a setup requires this field, so that removing its misspelling would leave it missing. */
function isRequired({ setup }: SetupFile, name: string): boolean {
  const fields = setup ? variantsIn(setup.choice).flatMap((variant) => variant.fields) : [];
  return fields.some((field) => field.name === name && field.required);
}

/** Removes one or all of the properties that only the service sets. */
export const readOnlyProperty: Fixer = (finding, { file, findings }) => {
  const place = propertyAt(file, finding);
  if (!place) return [];
  const { object, name } = place;
  const { text } = file;
  const one: Fix = { ...removeNamed(text, object, name), preferred: true };
  const alike = findings.filter(({ code }) => code === finding.code);
  const names = [...new Set(alike.flatMap((other) => propertyAt(file, other)?.name ?? []))];
  if (names.length < 2) return [{ ...one, certain: true }];
  const all = names.flatMap((each) => propertiesNamed(object, each));
  const title = l10n.t("Remove {0}", listed(names.map(quoted)));
  return [one, { title, edits: removeProperties(text, object, all), certain: true }];
};

/** Keeps one of the properties with the same name. If their values are equal, the fix is certain. */
export const duplicateProperty: Fixer = (finding, { file }) => {
  const place = propertyAt(file, finding);
  if (!place) return [];
  const { object, name } = place;
  const ofObject = fixesOfDuplicates.get(object) ?? new Map<string, readonly Fix[]>();
  fixesOfDuplicates.set(object, ofObject);
  const fixes = ofObject.get(name) ?? keepOne(file, place);
  ofObject.set(name, fixes);
  return fixes;
};

/** By object and name: there may be very many properties with a name, and each has the same fixes. */
const fixesOfDuplicates = new WeakMap<JsonNode, Map<string, readonly Fix[]>>();

function keepOne({ text }: SetupFile, { object, name }: PropertyPlace): readonly Fix[] {
  const same = propertiesNamed(object, name);
  const values = new Set(same.map(({ children: [, value] = [] }) => value && sourceTextOf(text, value)));
  return [
    {
      title: l10n.t("Keep only the last {0}", quoted(name)),
      edits: removeProperties(text, object, same.slice(0, -1)),
      preferred: true,
      certain: values.size === 1,
    },
    {
      title: l10n.t("Keep only the first {0}", quoted(name)),
      edits: removeProperties(text, object, same.slice(1)),
    },
  ];
}
