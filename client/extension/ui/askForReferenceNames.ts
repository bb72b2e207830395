import * as l10n from "@vscode/l10n";
import { referenceText } from "../../../schemas/references.js";
import { formatNarrowList } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import { referenceKey } from "../../core/secrets/lookUp.js";
import { nameProblem } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import { runSteps, type Step } from "./steps.js";

interface Answers {
  renamed: boolean;
  readonly names: Map<string, string>;
}

/**
 * Asks whether the references of a copy keep their names, and for each that does not, for its new one.
 * @param tenant the name of the tenant that the copy is for.
 * @param references as they read in the copy; without any there is nothing to ask.
 * @returns what each is called in the copy; undefined where the person pressed Escape.
 */
export async function askForReferenceNames(
  title: string,
  tenant: string,
  references: readonly NamedReference[],
): Promise<((reference: NamedReference) => string) | undefined> {
  if (references.length === 0) return ({ name }) => name;
  const answers: Answers = { renamed: false, names: new Map() };
  const steps = () => [
    choiceStep(tenant, references, answers),
    ...(answers.renamed ? references.map((reference) => nameStep(tenant, reference, answers)) : []),
  ];
  if (!(await runSteps(title, steps))) return undefined;
  const { names } = answers;
  return (reference) => (answers.renamed ? names.get(referenceKey(reference)) : undefined) ?? reference.name;
}

function choiceStep(tenant: string, references: readonly NamedReference[], answers: Answers): Step {
  const keep = {
    id: "keep",
    label: l10n.t("References keep their names"),
    detail: l10n.t(
      "The same values for both tenants: {0}",
      sanitizeLabel(formatNarrowList(references.map(({ name }) => name))),
    ),
    chosen: !answers.renamed,
  };
  const rename = {
    id: "rename",
    label: l10n.t("New names for {0}…", sanitizeLabel(tenant)),
    detail: l10n.t("Each is asked for, and may stay as it is."),
    chosen: answers.renamed,
  };
  return {
    kind: "choice",
    prompt: l10n.t("What the references are called in the copy"),
    items: [keep, rename],
    many: false,
    accept: ([id]) => (answers.renamed = id === rename.id),
  };
}

function nameStep(tenant: string, reference: NamedReference, { names }: Answers): Step {
  const key = referenceKey(reference);
  return {
    kind: "text",
    prompt: l10n.t("What {0} is called for {1}", referenceText(reference), tenant),
    value: names.get(key) ?? reference.name,
    check: (text) => (reference.kind === "file" ? pathProblem(text.trim()) : nameProblem(text.trim())),
    accept: (text) => names.set(key, text.trim()),
  };
}

function pathProblem(path: string): string | undefined {
  return path === "" || path.includes("}") ? l10n.t("Give the path of a file, without a brace.") : undefined;
}
