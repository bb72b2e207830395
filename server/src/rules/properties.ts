import * as l10n from "@vscode/l10n";
import { recordFields } from "../../../schemas/fields.js";
import type { Variant } from "../../../schemas/variants.js";
import type { Misspelling } from "../document/choice.js";
import { nearestName } from "../document/misspelling.js";
import { duplicatesWithin, type Property } from "../document/tree.js";
import { extraProperties } from "../document/references.js";
import { FILE_PROPERTIES, type Setup, type SetupFile } from "../document/setupFile.js";
import { type FileRule, MAX_PROBLEMS, pathInSetup, type Problem, spanOf } from "./rule.js";
import { listed, quoted } from "./wording.js";

/** A property that has no place where it stands, perhaps a misspelt one. */
export const unknownProperty: FileRule = {
  code: "unknown-property",
  severity: "error",
  check(file, report) {
    if (file.shape === "full") checkRoot(file, report);
    if (file.setup) checkFields(file, file.setup, report);
  },
};

/** Names of the record at the root are `read-only-property`. */
const READ_ONLY: ReadonlySet<string> = new Set(
  recordFields.map(({ name }) => name).filter((name) => !FILE_PROPERTIES.includes(name)),
);

function checkRoot({ root }: SetupFile, report: (problem: Problem) => void): void {
  const properties = root?.properties ?? [];
  const absent = FILE_PROPERTIES.filter((allowed) => !properties.some(({ name }) => name === allowed));
  for (const { name, key } of properties) {
    if (FILE_PROPERTIES.includes(name) || READ_ONLY.has(name)) continue;
    report({
      ...spanOf(key),
      message: () => {
        const suggestion = nearestName(name, absent);
        if (suggestion)
          return l10n.t("{0} isn't a property of a setup file; did you mean {1}?", quoted(name), quoted(suggestion));
        return l10n.t(
          "{0} isn't a property of a setup file, which allows only {1}; remove it.",
          quoted(name),
          listed(FILE_PROPERTIES),
        );
      },
      data: () => {
        const suggestion = nearestName(name, absent);
        return { path: [name], ...(suggestion !== undefined && { suggestion }) };
      },
    });
  }
}

function checkFields(
  { strays: misplacedProperties }: SetupFile,
  setup: Setup,
  report: (problem: Problem) => void,
): void {
  const { choice } = setup;
  if (choice.kind === "chosen") {
    for (const property of choice.unknown) report(unknown(setup, property, [choice.variant]));
    if (choice.variant.closed) for (const match of choice.misspelt) report(misspelt(setup, match, [choice.variant]));
  } else if (choice.kind === "conflict") {
    for (const property of choice.common.unknown) report(unknown(setup, property, choice.variants));
    for (const match of choice.common.misspelt) report(misspelt(setup, match, choice.variants));
  } else if (choice.kind === "incomplete") {
    const names = new Set(choice.variants.flatMap(({ fields }) => fields.map(({ name }) => name)));
    for (const property of choice.unknown.slice(0, MAX_PROBLEMS))
      report(unknownToAll(setup, property, choice.variants, names));
  } else {
    return;
  }
  for (const property of misplacedProperties) report(stray(property));
}

function misspelt(setup: Setup, { property, field }: Misspelling, variants: readonly Variant[]): Problem {
  return nearly(setup, property, field.name, variants);
}

function nearly(setup: Setup, property: Property, suggestion: string, variants: readonly Variant[]): Problem {
  return {
    ...spanOf(property.key),
    message: () =>
      l10n.t(
        "{0} isn't a property of this {1} setup; did you mean {2}?",
        quoted(property.name),
        variants[0]?.type ?? "",
        quoted(suggestion),
      ),
    data: () => ({ path: pathInSetup(setup, property), suggestion }),
  };
}

/** Where no field says which variant is meant, a misspelt one may be of any. */
function unknownToAll(
  setup: Setup,
  property: Property,
  variants: readonly Variant[],
  names: ReadonlySet<string>,
): Problem {
  const suggestion = nearestName(property.name, names);
  return suggestion === undefined ? unknown(setup, property, variants) : nearly(setup, property, suggestion, variants);
}

function unknown(setup: Setup, property: Property, variants: readonly Variant[]): Problem {
  const [only, ...others] = variants;
  return {
    ...spanOf(property.key),
    message: () => {
      const name = quoted(property.name);
      const type = only?.type ?? "";
      if (!only || others.length > 0) return l10n.t("{0} isn't a property of this {1} setup; remove it.", name, type);
      const fields = listed(only.fields.map((field) => field.name));
      return l10n.t("{0} isn't a property of this {1} setup, which allows only {2}; remove it.", name, type, fields);
    },
    data: () => ({
      path: pathInSetup(setup, property),
      ...(setup.property === undefined && FILE_PROPERTIES.includes(property.name) && { fullFile: true }),
    }),
  };
}

function stray({ name, key }: Property): Problem {
  return {
    ...spanOf(key),
    message: () =>
      l10n.t(
        '{0} isn\'t allowed in a bare setup; remove it, or turn this into a full file with the setup under "setup".',
        quoted(name),
      ),
    data: () => ({ path: [name], fullFile: true }),
  };
}

/** A field of the service's record, which an update can't change. */
export const readOnlyProperty: FileRule = {
  code: "read-only-property",
  severity: "error",
  check({ shape, root }, report) {
    if (shape !== "full") return;
    for (const { name, key } of root?.properties ?? []) {
      if (!READ_ONLY.has(name)) continue;
      report({
        ...spanOf(key),
        message: () => l10n.t("{0} is managed by the service and can't be updated; remove it.", quoted(name)),
        data: () => ({ path: [name] }),
      });
    }
  },
};

export const duplicateProperty: FileRule = {
  code: "duplicate-property",
  severity: "error",
  check(file, report) {
    for (const property of duplicates(file)) {
      report({
        ...spanOf(property.key),
        message: () =>
          l10n.t("{0} appears more than once, and only the last one counts; remove the others.", quoted(property.name)),
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
