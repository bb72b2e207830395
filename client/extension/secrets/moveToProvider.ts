import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { referenceText } from "../../../schemas/references.js";
import { FILE_ENDING } from "../../../schemas/files.js";
import type { Provider } from "../../core/secrets/providers/definitions.js";
import { pathIn, pathProblem } from "../../core/secrets/providers/paths.js";
import { presetOf, titleOf } from "../../core/secrets/providers/presets.js";
import { canStore, storeCommand, storeValue } from "../../core/secrets/providers/storeValue.js";
import { commandLine } from "../../core/secrets/providers/words.js";
import { addSecretProvider } from "./addProvider.js";
import { providerContext, userProviders } from "./secretProviders.js";
import type { SecretServices } from "./secretServices.js";
import { stringAt, writeReference, type Place } from "./askForSecret.js";
import { confirm } from "../ui/pick.js";
import { runSteps, type Step } from "../ui/steps.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";

/** Moves a value from a file to a provider that can store it, after the user has confirmed the command. */
export async function moveToProvider(services: SecretServices, place: Place): Promise<void> {
  const value = stringAt(place);
  const provider = value === undefined ? undefined : await chooseProvider(services);
  if (value === undefined || !provider) return;
  let path = proposedPath(provider, place);
  const example = presetOf(provider)?.example ?? "";
  const step: Step = {
    kind: "text",
    prompt: l10n.t("A new path in {0}, such as {1}.", titleOf(provider), example),
    placeholder: example,
    value: path,
    check: (text) => newPathProblem(provider, text, example),
    accept: (text) => (path = text),
  };
  if (!(await runSteps(l10n.t("Move to a secret provider"), () => [step]))) return;
  const name = `${provider.name}:${path}`;
  const command = storeCommand(provider, name);
  if (!command || !(await confirmCommand(provider, command))) return;
  const stored = await withCancellableProgress(l10n.t("Storing in {0}", titleOf(provider)), (_, signal) =>
    storeValue(provider, name, value, providerContext(), signal),
  );
  const reference = referenceText({ kind: "provider", name });
  if (stored === "taken")
    vscode.window.showWarningMessage(l10n.t("{0} already has a value. Choose a new path.", reference));
  else if (!stored.ok) vscode.window.showErrorMessage(stored.fault.text);
  else if (stored.value !== value)
    vscode.window.showErrorMessage(
      l10n.t(
        "{0} returns a different value than the one that was stored. The file is unchanged. Check the value at the provider.",
        reference,
      ),
    );
  else await writeReference(place, reference, true);
}

/** The example of the provider, with the file and the property in place of its last parts. */
function proposedPath(provider: Provider, { document, range }: Place): string {
  const example = presetOf(provider)?.example ?? "";
  const file = document.uri.path.split("/").at(-1)?.replace(FILE_ENDING, "") ?? "";
  const [, property = ""] =
    /"([\w-]+)"\s*:\s*$/.exec(document.getText(range.with(new vscode.Position(range.start.line, 0), range.start))) ??
    [];
  return example.replace(/(?<![^/#])[^/#]+([/#])[^/#]+$/, `${file}$1${property}`);
}

function newPathProblem(provider: Provider, text: string, example: string): string | undefined {
  const name = `${provider.name}:${text}`;
  const problem = pathProblem(provider, pathIn(provider, name));
  if (problem !== undefined) return problem;
  return storeCommand(provider, name) ? undefined : l10n.t("Write the path as in {0}.", example);
}

async function chooseProvider(services: SecretServices): Promise<Provider | undefined> {
  const able = [...userProviders().values()].filter(
    (provider): provider is Provider => !("problem" in provider) && canStore(provider),
  );
  if (able.length === 0) {
    const add = l10n.t("Add Secret Provider…");
    const message = l10n.t("None of your providers can store values. Add 1Password, Vault, or pass.");
    if ((await vscode.window.showWarningMessage(message, add)) === add) await addSecretProvider(services);
    return undefined;
  }
  if (able.length === 1) return able[0];
  const items = able.map((provider) => ({ label: titleOf(provider), description: provider.name, provider }));
  const title = l10n.t("Move to a secret provider");
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.provider;
}

function confirmCommand(provider: Provider, command: readonly string[]): Promise<boolean> {
  const shown = commandLine(command);
  const detail = l10n.t("This runs {0} and gives it the value •••••• through standard input.", shown);
  return confirm(l10n.t("Store the value in {0}?", titleOf(provider)), detail, l10n.t("Store"));
}
