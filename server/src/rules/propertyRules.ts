import * as l10n from "@vscode/l10n";
import { recordFields } from "../../../schemas/fields.js";
import type { Variant } from "../../../schemas/variants.js";
import { nearestName } from "../document/misspelling.js";
import { duplicatesWithin, type Property, spanOf } from "../document/jsonTree.js";
import { FILE_PROPERTIES, type SetupFile } from "../document/setupFile.js";
import { extraProperties, type Setup } from "../document/setup.js";
import { type FileRules, MAX_PROBLEMS, type Problem, type Problems } from "./rule.js";
import { listed, quoted } from "./wording.js";

export const propertyRules = [
  ["unknown-property", "error", unknownProperty],
  ["read-only-property", "error", readOnlyProperty],
  ["duplicate-property", "error", duplicateProperty],
] as const satisfies FileRules;

/** A property that doesn't belong in its object. It may be misspelled. */
function* unknownProperty(file: SetupFile): Problems {
  if (file.shape === "full") yield* checkRoot(file);
  if (file.setup) yield* checkFields(file, file.setup);
}

/** The record's properties that a file can't have. At the root, they're `read-only-property`. */
const READ_ONLY: ReadonlySet<string> = new Set(
  recordFields.map(({ name }) => name).filter((name) => !FILE_PROPERTIES.includes(name)),
);

function* checkRoot({ root }: SetupFile): Problems {
  const properties = root?.properties ?? [];
  const absent = FILE_PROPERTIES.filter((allowed) => !properties.some(({ name }) => name === allowed));
  for (const { name, key } of properties) {
    if (FILE_PROPERTIES.includes(name) || READ_ONLY.has(name)) continue;
    const suggestion = (): string | undefined => nearestName(name, absent);
    yield {
      ...spanOf(key),
      suggestion,
      message: () => {
        const meant = suggestion();
        if (meant)
          return l10n.t("{0} isn't a property of a setup file; did you mean {1}?", quoted(name), quoted(meant));
        return l10n.t(
          "{0} isn't a property of a setup file, which allows only {1}; remove it.",
          quoted(name),
          listed(FILE_PROPERTIES),
        );
      },
    };
  }
}

function* checkFields({ misplaced }: SetupFile, { choice }: Setup): Problems {
  switch (choice.kind) {
    case "chosen": {
      const { variant, misspelt } = choice;
      for (const property of choice.unknown) yield unknown(property, variant.type, undefined, variant);
      if (variant.closed) for (const { property, field } of misspelt) yield unknown(property, variant.type, field.name);
      break;
    }
    case "conflict": {
      const { type, common } = choice;
      for (const property of common.unknown) yield unknown(property, type);
      for (const { property, field } of common.misspelt) yield unknown(property, type, field.name);
      break;
    }
    case "incomplete": {
      const { type } = choice;
      const names = new Set(choice.variants.flatMap(({ fields }) => fields.map(({ name }) => name)));
      // No property decides the variant, so a misspelled one may belong to any.
      for (const property of choice.unknown.slice(0, MAX_PROBLEMS))
        yield unknown(property, type, nearestName(property.name, names));
      break;
    }
    default:
      return;
  }
  for (const { name, key } of misplaced)
    yield {
      ...spanOf(key),
      message: () =>
        l10n.t(
          '{0} isn\'t allowed in a bare setup; remove it, or turn this into a full file with the setup under "setup".',
          quoted(name),
        ),
    };
}

/**
 * @param suggestion the name that was probably meant.
 * @param variant the only possible variant, if there's only one.
 */
function unknown({ name, key }: Property, type: string, suggestion?: string, variant?: Variant): Problem {
  return {
    ...spanOf(key),
    suggestion: () => suggestion,
    message: () => {
      if (suggestion !== undefined)
        return l10n.t(
          "{0} isn't a property of this {1} setup; did you mean {2}?",
          quoted(name),
          type,
          quoted(suggestion),
        );
      if (!variant) return l10n.t("{0} isn't a property of this {1} setup; remove it.", quoted(name), type);
      return l10n.t(
        "{0} isn't a property of this {1} setup, which allows only {2}; remove it.",
        quoted(name),
        type,
        listed(variant.fields.map((field) => field.name)),
      );
    },
  };
}

/** A property of the record that an update can't change. */
function* readOnlyProperty({ shape, root }: SetupFile): Problems {
  if (shape !== "full") return;
  for (const { name, key } of root?.properties ?? []) {
    if (!READ_ONLY.has(name)) continue;
    yield {
      ...spanOf(key),
      message: () => l10n.t("{0} is managed by the service and can't be updated; remove it.", quoted(name)),
    };
  }
}

function* duplicateProperty(file: SetupFile): Problems {
  for (const property of duplicates(file)) {
    yield {
      ...spanOf(property.key),
      message: () =>
        l10n.t("{0} appears more than once, and only the last one counts; remove the others.", quoted(property.name)),
    };
  }
}

/** The duplicate properties. If the type is missing or unknown, those of the setup aren't reported. */
function duplicates({ root, setup }: SetupFile): readonly Property[] {
  if (!root) return [];
  const silent = setup?.choice.kind === "missing-type" || setup?.choice.kind === "unknown-type";
  const ofRoot = silent && setup.object === root ? [] : root.duplicates;
  if (!setup || silent) return ofRoot;
  const ofSetup = setup.object === root ? [] : setup.object.duplicates;
  const nested = extraProperties(setup).flatMap(({ value }) => (value?.children ? duplicatesWithin(value) : []));
  return ofSetup.length + nested.length === 0 ? ofRoot : [...ofRoot, ...ofSetup, ...nested];
}
