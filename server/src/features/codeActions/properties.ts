import * as l10n from "@vscode/l10n";
import { quoted, listed } from "../../rules/wording.js";
import { FILE_PROPERTIES, type SetupFile } from "../../document/setupFile.js";
import { variantsIn } from "../../document/values.js";
import { changeTo, endOf, MAX_REMOVED, removeNamed, removeProperties, sure } from "./edits.js";
import { type Fix, type Fixer, propertiesNamed, propertyAt } from "./fix.js";
import { toFullFile } from "./shapes.js";

/** A misspelt property gets its right name; one that belongs to a full file gets one; any can be removed. */
export const unknownProperty: Fixer = (finding, context) => {
  const { file } = context;
  const place = propertyAt(file, finding);
  if (!place) return [];
  const suggestion = finding.problem.suggestion?.();
  const name = String(place.key.value);
  const remove = removeNamed(file.text, place.object, name);
  if (suggestion !== undefined) {
    const rename = sure(changeTo(place.key, suggestion));
    return isRequired(file, suggestion) ? [rename] : [rename, remove];
  }
  const full = FILE_PROPERTIES.includes(name) ? toFullFile(file, context.layout) : undefined;
  return full ? [{ ...full, preferred: true }, remove] : [remove];
};

/** Whether a setup needs this field, so that removing what was meant to be it would leave a gap. */
function isRequired({ setup }: SetupFile, name: string): boolean {
  return (
    setup !== undefined &&
    variantsIn(setup.choice).some(({ fields }) => fields.some((field) => field.name === name && field.required))
  );
}

/** What the service keeps can only be removed: one property, or all of them. */
export const readOnlyProperty: Fixer = (finding, { file, findings }) => {
  const place = propertyAt(file, finding);
  if (!place) return [];
  const name = String(place.key.value);
  const { text } = file;
  const one: Fix = { ...removeNamed(text, place.object, name), preferred: true };
  const names = [
    ...new Set(
      findings.filter(({ code }) => code === finding.code).map((other) => String(propertyAt(file, other)?.key.value)),
    ),
  ];
  if (names.length < 2) return [{ ...one, certain: true }];
  const all = names.flatMap((each) => propertiesNamed(place.object, each));
  return [
    one,
    {
      title: l10n.t("Remove {0}", listed(names.map(quoted))),
      edits: removeProperties(text, place.object, all),
      certain: true,
    },
  ];
};

/** Of properties with the same name one is kept. Where they hold the same, it doesn't matter which. */
export const duplicateProperty: Fixer = (finding, { file }) => {
  const place = propertyAt(file, finding);
  if (!place) return [];
  const { text } = file;
  const name = String(place.key.value);
  const same = propertiesNamed(place.object, name);
  if (same.length > MAX_REMOVED) return [];
  const values = new Set(
    same.map(({ children }) => (children?.[1] ? text.slice(children[1].offset, endOf(children[1])) : "")),
  );
  return [
    {
      title: l10n.t("Keep only the last {0}", quoted(name)),
      edits: removeProperties(text, place.object, same.slice(0, -1)),
      preferred: true,
      certain: values.size === 1,
    },
    {
      title: l10n.t("Keep only the first {0}", quoted(name)),
      edits: removeProperties(text, place.object, same.slice(1)),
    },
  ];
};
