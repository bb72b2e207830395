import * as l10n from "@vscode/l10n";
import { setupTypes, variants } from "../../../../schemas/variants.js";
import { chooseVariant } from "../../document/choice.js";
import type { Setup } from "../../document/setup.js";
import type { SetupFile } from "../../document/setupFile.js";
import type { Property } from "../../document/jsonTree.js";
import { lackingIn } from "../../rules/setupRules.js";
import { names, quoted } from "../../rules/wording.js";
import { fieldToFill, quote } from "../insertion.js";
import { secretNames } from "../secretNames.js";
import { addFirst, addProperties, changeTo, removeNamed, removeProperties, replaceByString, sure } from "./edits.js";
import { type Fix, type Fixer, propertiesNamed, propertyAt } from "./fix.js";
import { fitObject } from "./shapes.js";

/** Adds all missing fields with placeholders, and renames properties that misspell one. */
export const missingProperty: Fixer = async (_finding, { file, document, client }) => {
  const { setup, text } = file;
  if (!setup) return [];
  const nameOf = await secretNames(document, client);
  const { missing, misspelt } = lackingIn(setup);
  const { node } = setup.object;
  const [slip] = misspelt;
  const fixes = [...fittingObjects(file)];
  if (slip) {
    const { property, field } = slip;
    const [from, to] = [quoted(property.name), quoted(field.name)];
    fixes.push({
      title:
        missing.length > 0
          ? l10n.t("Change {0} to {1} and add {2}", from, to, names(missing))
          : l10n.t("Change {0} to {1}", from, to),
      edits: [
        replaceByString(property.key, field.name),
        ...addProperties(text, node, missing.map(fieldToFill(nameOf))),
      ],
      preferred: true,
      certain: missing.length === 0,
      isValueFree: true,
    });
  }
  const all = slip ? [slip.field, ...missing] : missing;
  if (all.length > 0)
    fixes.push({
      title: l10n.t("Add {0}", names(all)),
      edits: addProperties(text, node, all.map(fieldToFill(nameOf))),
      preferred: !slip,
      isValueFree: true,
    });
  return fixes;
};

function fittingObjects(file: SetupFile): readonly Fix[] {
  const { fields = [], object } = file.setup ?? {};
  return fields.flatMap((field) => (object && fitObject(file, { ...field, object: object.node })) ?? []);
}

export const incompleteSetup: Fixer = async (_finding, { file: { setup, text }, document, client }) => {
  if (setup?.choice.kind !== "incomplete") return [];
  const nameOf = await secretNames(document, client);
  const { object, type, choice } = setup;
  return choice.variants.map(({ title, fields }) => {
    const required = fields.filter((field) => field.required);
    return {
      title: l10n.t("Add {0} ({1})", names(required), l10n.t(title)),
      edits: addProperties(text, object.node, required.map(fieldToFill(nameOf)), type?.node),
      isValueFree: true,
    };
  });
};

/** For each variant, removes the conflicting properties that it doesn't have. */
export const conflictingProperties: Fixer = (_finding, { file: { setup, text } }) => {
  if (setup?.choice.kind !== "conflict") return [];
  const { node } = setup.object;
  const { drops, variants: remaining } = setup.choice;
  return remaining.map(({ title }, index) => {
    const dropped = drops[index] ?? [];
    const removed = dropped.flatMap(({ name }) => propertiesNamed(node, name));
    return {
      title: l10n.t("Remove {0} ({1})", dropped.map(({ name }) => quoted(name)).join(", "), l10n.t(title)),
      edits: removeProperties(text, node, removed),
    };
  });
};

/** Offers the types that the fields suggest, or to rename a property that's probably the type by its name or value. */
export const missingType: Fixer = (_finding, { file }) => {
  const { setup, text } = file;
  if (setup?.choice.kind !== "missing-type") return [];
  const fitting = fittingObjects(file);
  if (fitting.length > 0) return fitting;
  const { types, misspelt } = setup.choice;
  if (misspelt) return [sure(changeToType(misspelt))];
  const meant = setup.fields.find(
    ({ name, value }) =>
      setupTypes.includes(String(value?.value)) &&
      !variants.some(({ fields }) => fields.some((field) => field.name === name)),
  );
  const add = types.map((type) => ({ ...addType(text, setup, type), preferred: types.length === 1 && !meant }));
  return meant ? [{ ...changeToType(meant), preferred: true }, ...add] : add;
};

/** Adds the type that's sent anyway. */
export const typeOmitted: Fixer = (_finding, { file: { setup, text } }) =>
  setup?.choice.kind === "chosen" ? [sure(addType(text, setup, setup.choice.variant.type))] : [];

function addType(text: string, { object }: Setup, type: string): Fix {
  const property = [`"type": ${quote(type)}`];
  const edits = [addFirst(text, object.node, property)];
  return { title: l10n.t('Add "type": {0}', quoted(type)), edits, isValueFree: true };
}

function changeToType({ name, key }: Property): Fix {
  return { ...changeTo(key, "type"), title: l10n.t("Change {0} to {1}", quoted(name), '"type"') };
}

/** Offers the nearest type, or else those that the fields suggest. */
export const unknownType: Fixer = (_finding, { file: { setup } }) => {
  const value = setup?.type?.value;
  if (!value || setup.choice.kind !== "unknown-type") return [];
  const { suggestions } = setup.choice;
  const [suggestion, ...others] = suggestions;
  if (suggestion !== undefined && others.length === 0) return [sure(changeTo(value, suggestion))];
  const choice = chooseVariant(undefined, setup.fields);
  const suggested = choice.kind === "missing-type" ? choice.types : [];
  const types = others.length > 0 ? suggestions : suggested;
  return types.map((type) => ({ ...changeTo(value, type), preferred: types.length === 1 }));
};

/** Removes an empty setup, so that the connection keeps its own. */
export const emptySetup: Fixer = (finding, { file }) => {
  const place = propertyAt(file, finding);
  return place ? [removeNamed(file.text, place.object, place.name)] : [];
};

/** Removes a setup that's null. */
export const notAnObject: Fixer = (finding, context) =>
  propertyAt(context.file, finding)?.value?.type === "null" ? emptySetup(finding, context) : [];
