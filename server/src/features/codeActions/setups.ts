import * as l10n from "@vscode/l10n";
import { setupTypes, variants, type Variant } from "../../../../schemas/variants.js";
import { chooseVariant } from "../../document/choice.js";
import type { Setup } from "../../document/setupFile.js";
import { names, quoted } from "../../rules/wording.js";
import { fieldToFill, quote } from "../insertion.js";
import { addFirst, addProperties, changeTo, removeNamed, removeProperties, replaceByString, sure } from "./edits.js";
import { type Edit, type Fix, type FixContext, type Fixer, propertiesNamed, propertyAt } from "./fix.js";

/** All missing fields are added at once, with placeholders; a property that was meant to be one is renamed. */
export const missingProperty: Fixer = (finding, { file }) => {
  const { setup, text } = file;
  const { missing = [], rename } = finding.problem.data?.() ?? {};
  if (!setup) return [];
  const { node } = setup.object;
  const fields = fieldsNamed(setup, missing);
  const renamed = rename && renameIn(setup, rename.from, rename.to);
  const fixes: Fix[] = [];
  if (rename && renamed) {
    const title =
      fields.length > 0
        ? l10n.t("Change {0} to {1} and add {2}", quoted(rename.from), quoted(rename.to), names(fields))
        : l10n.t("Change {0} to {1}", quoted(rename.from), quoted(rename.to));
    fixes.push({
      title,
      edits: [renamed, ...addProperties(text, node, fields.map(fieldToFill))],
      preferred: true,
      certain: fields.length === 0,
    });
  }
  const all = rename ? [...fieldsNamed(setup, [rename.to]), ...fields] : fields;
  if (all.length > 0)
    fixes.push({
      title: l10n.t("Add {0}", names(all)),
      edits: addProperties(text, node, all.map(fieldToFill)),
      preferred: !rename,
    });
  return fixes;
};

export const incompleteSetup: Fixer = (finding, { file }) => {
  const { setup, text } = file;
  if (!setup) return [];
  return variantsNumbered(finding.problem.data?.().variants ?? []).map((variant) => {
    const fields = variant.fields.filter(({ required }) => required);
    return {
      title: l10n.t("Add {0} ({1})", names(fields), l10n.t(variant.title)),
      edits: addProperties(text, setup.object.node, fields.map(fieldToFill), setup.type?.node),
    };
  });
};

/** Each way out of a conflict: a variant stays, and what it doesn't take goes. */
export const conflictingProperties: Fixer = (finding, { file }) => {
  const { setup, text } = file;
  if (!setup) return [];
  const { node } = setup.object;
  return (finding.problem.data?.().resolutions ?? []).flatMap(({ variant: number, remove }) => {
    const [variant] = variantsNumbered([number]);
    const removed = remove.flatMap((name) => propertiesNamed(node, name));
    if (!variant || removed.length === 0) return [];
    return [
      {
        title: l10n.t("Remove {0} ({1})", remove.map(quoted).join(", "), l10n.t(variant.title)),
        edits: removeProperties(text, node, removed),
      },
    ];
  });
};

/** The types that the fields suggest, or the property that was meant to be the type, going by its name or its value. */
export const missingType: Fixer = (finding, { file: { setup, text } }) => {
  const { types = [], rename } = finding.problem.data?.() ?? {};
  if (!setup) return [];
  const renamed = rename && renameIn(setup, rename.from, rename.to);
  if (rename && renamed)
    return [sure({ title: l10n.t("Change {0} to {1}", quoted(rename.from), quoted(rename.to)), edits: [renamed] })];
  const meant = setup.fields.find(
    ({ name, value }) =>
      setupTypes.includes(String(value?.value)) &&
      !variants.some(({ fields }) => fields.some((field) => field.name === name)),
  );
  const add = types.map((type) => ({
    title: l10n.t('Add "type": {0}', quoted(type)),
    edits: [addFirst(text, setup.object.node, [`"type": ${quote(type)}`])],
    preferred: types.length === 1 && !meant,
  }));
  return meant
    ? [
        {
          title: l10n.t("Change {0} to {1}", quoted(meant.name), '"type"'),
          edits: [replaceByString(meant.key, "type")],
          preferred: true,
        },
        ...add,
      ]
    : add;
};

/** What is sent anyway is written down. */
export const typeOmitted: Fixer = async (finding, context) =>
  (await missingType(finding, context)).map((fix) => ({ ...fix, certain: true }));

/** The type that is nearly spelt, or else those that the fields suggest. */
export const unknownType: Fixer = (finding, { file: { setup } }) => {
  const value = setup?.type?.value;
  if (!value) return [];
  const { suggestion, types: begun } = finding.problem.data?.() ?? {};
  if (suggestion !== undefined) return [sure(changeTo(value, suggestion))];
  const choice = chooseVariant(undefined, setup.fields);
  const types = begun ?? (choice.kind === "missing-type" ? choice.types : []);
  return types.map((type) => ({ ...changeTo(value, type), preferred: types.length === 1 }));
};

/** A setup that says nothing is left out, so that the connection keeps the one it has. */
export const emptySetup: Fixer = (finding, context) => removeWhole(finding, context);

/** A setup that is null is left out. */
export const notAnObject: Fixer = (finding, context) =>
  propertyAt(context.file, finding)?.value?.type === "null" ? removeWhole(finding, context) : [];

function removeWhole(finding: Parameters<Fixer>[0], { file }: FixContext): readonly Fix[] {
  const place = propertyAt(file, finding);
  return place ? [removeNamed(file.text, place.object, String(place.key.value))] : [];
}

function variantsNumbered(numbers: readonly number[]): readonly Variant[] {
  return variants.filter(({ number }) => numbers.includes(number));
}

function fieldsNamed({ choice, type }: Setup, wanted: readonly string[]): Variant["fields"] {
  const inQuestion =
    choice.kind === "chosen" ? [choice.variant] : variants.filter((variant) => variant.type === type?.value?.value);
  return wanted.flatMap(
    (name) => inQuestion.flatMap(({ fields }) => fields).find((field) => field.name === name) ?? [],
  );
}

function renameIn({ object }: Setup, from: string, to: string): Edit | undefined {
  const key = propertiesNamed(object.node, from)[0]?.children?.[0];
  return key && replaceByString(key, to);
}
