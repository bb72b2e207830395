import * as l10n from "@vscode/l10n";
import { secretNameProblem } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { referenceKey } from "../../core/secrets/resolve.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { formatNarrowList } from "../../core/text/locale.js";
import { runSteps, type Step } from "../ui/steps.js";
import { parseReferences, referenceText } from "../../../schemas/references.js";

/**
 * Asks whether the copy keeps the names of its references, or which names it gets.
 * @param tenant the name of the copy's tenant.
 * @returns the names of references in the copy; undefined if the user pressed Escape.
 */
export async function askForReferenceNames(
  title: string,
  tenant: string,
  references: readonly NamedReference[],
): Promise<((reference: NamedReference) => string) | undefined> {
  if (references.length === 0) return ({ name }) => name;
  const choice = { isRenamed: false };
  const names = new Map<string, string>();
  const nameOf = (reference: NamedReference) => names.get(referenceKey(reference)) ?? reference.name;
  const choiceStep = (): Step => ({
    kind: "choice",
    prompt: l10n.t("Choose the reference names in the copy"),
    items: [
      {
        id: "keep",
        label: l10n.t("Keep the reference names"),
        detail: l10n.t(
          "Both tenants use the same values: {0}",
          sanitizeLabel(formatNarrowList(references.map(({ name }) => name))),
        ),
        chosen: !choice.isRenamed,
      },
      {
        id: "rename",
        label: l10n.t("Use new names for {0}…", sanitizeLabel(tenant)),
        detail: l10n.t("You can keep or change each name."),
        chosen: choice.isRenamed,
      },
    ],
    accept: ([id]) => (choice.isRenamed = id === "rename"),
  });
  const nameStep = (reference: NamedReference): Step => ({
    kind: "text",
    prompt: l10n.t("Enter the name of {0} for {1}", referenceText(reference), tenant),
    value: nameOf(reference),
    check: (text) => problemOf(reference, text.trim()),
    accept: (text) => names.set(referenceKey(reference), text.trim()),
  });
  if (!(await runSteps(title, () => [choiceStep(), ...(choice.isRenamed ? references.map(nameStep) : [])])))
    return undefined;
  return choice.isRenamed ? nameOf : ({ name }) => name;
}

function problemOf({ kind }: NamedReference, text: string): string | undefined {
  if (kind === "file")
    return text === "" || text.includes("}") ? l10n.t("Enter the path of a file, without a brace.") : undefined;
  if (kind !== "provider") return secretNameProblem(text);
  const written = referenceText({ kind, name: text });
  const [reference] = parseReferences(written).references;
  return reference?.kind === kind && reference.end === written.length
    ? undefined
    : l10n.t("Write the name of a provider, a colon and a path.");
}
