import * as l10n from "@vscode/l10n";
import { hiddenInWord } from "../../../schemas/hidden.js";
import { hiddenMessage } from "../../../schemas/judgements.js";
import { setupTypes } from "../../../schemas/variants.js";
import type { Corrections } from "../document/choice.js";
import type { Setup } from "../document/setup.js";
import { spanOf } from "../document/jsonTree.js";
import type { SetupFile } from "../document/setupFile.js";
import { type FileRules, type Problems, setupPlace, typePlace } from "./rule.js";
import { listed, names, quoted } from "./wording.js";

export const setupRules = [
  ["missing-type", "error", missingType],
  ["unknown-type", "error", unknownType],
  ["incomplete-setup", "error", incompleteSetup],
  ["conflicting-properties", "error", conflictingProperties],
  ["missing-property", "error", missingProperty],
  ["empty-setup", "warning", emptySetup],
  ["type-omitted", "information", typeOmitted],
] as const satisfies FileRules;

/** A setup without `type` that has other fields than OAUTH_JWT, the only variant that doesn't need one. */
function* missingType({ setup }: SetupFile): Problems {
  if (setup?.choice.kind !== "missing-type") return;
  const { types, misspelt } = setup.choice;
  yield {
    ...setupPlace(setup),
    message: () => {
      if (misspelt) return l10n.t('This setup has no "type"; did you misspell it as {0}?', quoted(misspelt.name));
      if (types.length > 0) return l10n.t('This setup has no "type"; add one, probably {0}.', listed(types, "or"));
      return l10n.t('This setup has no "type"; add one.');
    },
  };
}

function* unknownType({ setup }: SetupFile): Problems {
  const value = setup?.type?.value;
  if (!value || setup.choice.kind !== "unknown-type") return;
  const { suggestions } = setup.choice;
  yield {
    ...spanOf(value),
    message: () => {
      if (suggestions.length === 0) return l10n.t("This isn't a setup type; use {0}.", listed(setupTypes, "or"));
      const hidden = hiddenInWord(String(value.value));
      return hidden
        ? hiddenMessage(l10n.t("The type"), hidden)
        : l10n.t("This isn't a setup type; did you mean {0}?", listed(suggestions, "or"));
    },
  };
}

/** A setup without `type` that's valid as OAUTH_JWT. */
function* typeOmitted({ setup }: SetupFile): Problems {
  if (setup?.choice.kind !== "chosen" || !setup.choice.typeOmitted || setup.fields.length === 0) return;
  const { variant } = setup.choice;
  yield {
    ...setupPlace(setup),
    message: () => l10n.t('Without "type", this setup is sent as {0}; add "type" to make that clear.', variant.type),
  };
}

/** A setup whose type has several variants, without a field that decides between them. */
function* incompleteSetup({ setup }: SetupFile): Problems {
  if (setup?.choice.kind !== "incomplete") return;
  const { type, variants } = setup.choice;
  const sets = variants.map(({ fields }) => listed(fields.filter(({ required }) => required).map(({ name }) => name)));
  yield {
    ...typePlace(setup),
    message: () =>
      l10n.t("{0} alone doesn't make a setup; add one of these sets of properties: {1}.", type, sets.join("; ")),
  };
}

/** Properties of different variants that are equally close. */
function* conflictingProperties({ setup }: SetupFile): Problems {
  if (setup?.choice.kind !== "conflict") return;
  const { type, keys } = setup.choice;
  const marked = keys.at(-1);
  if (!marked) return;
  const others = keys.slice(0, -1);
  yield {
    ...spanOf(marked.key),
    message: () =>
      l10n.t("{0} and {1} can't be in the same {2} setup; keep one of them.", quoted(marked.name), names(others), type),
    related: others.map(({ name, key }) => ({ place: spanOf(key), message: l10n.t("{0} is here.", quoted(name)) })),
  };
}

function* missingProperty({ setup }: SetupFile): Problems {
  if (!setup) return;
  const { type, missing, misspelt } = lackingIn(setup);
  const all = names([...misspelt.map(({ field }) => field), ...missing]);
  const [slip] = misspelt;
  if (missing.length + misspelt.length === 0) return;
  yield {
    ...typePlace(setup),
    message: () => {
      if (slip)
        return l10n.t(
          "This {0} setup is missing {1}; did you misspell {3} as {2}?",
          type,
          all,
          quoted(slip.property.name),
          quoted(slip.field.name),
        );
      return missing.length === 1
        ? l10n.t("This {0} setup is missing {1}; add it.", type, all)
        : l10n.t("This {0} setup is missing {1}; add them.", type, all);
    },
  };
}

/** The required fields that a setup lacks, and extra properties of an open variant that probably misspell one. */
export function lackingIn({ choice }: Setup): Pick<Corrections, "missing" | "misspelt"> & { readonly type: string } {
  if (choice.kind === "conflict") return { type: choice.type, missing: choice.common.missing, misspelt: [] };
  if (choice.kind !== "chosen") return { type: "", missing: [], misspelt: [] };
  const { variant, missing, misspelt } = choice;
  return { type: variant.type, missing, misspelt: variant.closed ? [] : misspelt };
}

/** A setup without properties. It's valid but probably a mistake. */
function* emptySetup({ setup }: SetupFile): Problems {
  if (!setup || setup.object.properties.length > 0) return;
  yield {
    ...setupPlace(setup),
    message: () =>
      l10n.t(
        'This file sends an OAUTH_JWT setup without any properties; add them, or remove "setup" to keep the current setup.',
      ),
  };
}
