import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isProviderName } from "../../../schemas/references.js";
import { presetTitles } from "../../../schemas/providerTitles.js";
import { readProvider } from "../../core/secrets/providers/definitions.js";
import { findProgram } from "../../core/secrets/providers/findProgram.js";
import { pathIn, pathProblem } from "../../core/secrets/providers/paths.js";
import { definitionOf, presets, type Preset } from "../../core/secrets/providers/presets.js";
import { readValue } from "../../core/secrets/providers/readValue.js";
import { joinSentences } from "../../core/text/locale.js";
import { providerContext, providerNames, writeProvider } from "./secretProviders.js";
import type { SecretServices } from "./secretServices.js";
import { runSteps, type Step } from "../ui/steps.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";

interface PresetItem extends vscode.QuickPickItem {
  readonly preset?: Preset;
}

/** Adds a secret provider. A quick fix for a reference to an undefined provider passes its name. */
export async function addSecretProvider(_: SecretServices, params?: unknown): Promise<void> {
  const { name } = (params ?? {}) as Partial<Record<"name", unknown>>;
  const requestedName = typeof name === "string" && isProviderName(name) ? name : undefined;
  const chosen = await choosePreset(requestedName);
  if (chosen?.preset) await addPreset(chosen.preset, requestedName ?? chosen.preset.name);
  else if (chosen)
    await vscode.commands.executeCommand("workbench.action.openSettingsJson", {
      revealSetting: { key: "vaultconn.secretProviders", edit: true },
    });
}

/** Lists presets whose program is installed first. */
async function choosePreset(requestedName: string | undefined): Promise<PresetItem | undefined> {
  const context = providerContext();
  const here = presets.filter(({ platforms }) => platforms?.includes(process.platform) ?? true);
  const items = here.map((preset) => {
    const isInstalled = "file" in findProgram(preset.command, context);
    const item: PresetItem = {
      label: presetTitles[preset.name],
      description: isInstalled ? l10n.t("installed") : l10n.t("{0} isn't on PATH", preset.command[0]),
      detail: `\${${preset.name}:${preset.example}}`,
      preset,
    };
    return { item, isInstalled, isWanted: preset.name === requestedName };
  });
  items.sort((a, b) => Number(b.isWanted) - Number(a.isWanted) || Number(b.isInstalled) - Number(a.isInstalled));
  const other: PresetItem = {
    label: l10n.t("Another Program…"),
    detail: l10n.t("Add its command to your settings."),
  };
  return vscode.window.showQuickPick<PresetItem>([...items.map(({ item }) => item), other], {
    title: l10n.t("Add a secret provider"),
    placeHolder: l10n.t("Where are your secrets?"),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
}

async function addPreset(preset: Preset, suggested: string): Promise<void> {
  let [name, path] = [suggested, ""];
  const taken = providerNames();
  const steps = (): readonly Step[] => [
    {
      kind: "text",
      prompt: l10n.t("The name that setup files use, as in {0}.", `\${${preset.name}:…}`),
      value: name,
      check: (text) => providerNameProblem(text, preset, taken),
      accept: (text) => (name = text),
    },
    {
      kind: "text",
      prompt: l10n.t("A path to try, such as {0}. Its value isn't shown.", preset.example),
      placeholder: preset.example,
      value: path,
      check: (text) => triedPathProblem(text, name, preset),
      accept: (text) => (path = text),
    },
  ];
  if (await runSteps(l10n.t("Add a secret provider"), steps)) await tryAndAdd(preset, name, path);
}

function providerNameProblem(text: string, preset: Preset, taken: readonly string[]): string | undefined {
  const provider = readProvider(text, definitionOf(preset));
  if ("problem" in provider) return provider.problem;
  return taken.includes(text) ? l10n.t("You already have a provider with this name. Choose another name.") : undefined;
}

function triedPathProblem(text: string, name: string, preset: Preset): string | undefined {
  const provider = readProvider(name, definitionOf(preset));
  return "problem" in provider ? provider.problem : pathProblem(provider, pathIn(provider, `${name}:${text}`));
}

async function tryAndAdd(preset: Preset, name: string, path: string): Promise<void> {
  const provider = readProvider(name, definitionOf(preset));
  if ("problem" in provider) return;
  const reading = await withCancellableProgress(l10n.t("Trying {0}", name), (_, signal) =>
    readValue(provider, `${name}:${path}`, providerContext(), signal),
  );
  const add = async (found: string) => {
    await writeProvider(name, definitionOf(preset));
    const usage = l10n.t("Setup files refer to it as {0}.", `\${${name}:${path}}`);
    vscode.window.showInformationMessage(joinSentences(found, usage));
  };
  if (reading.ok) return add(l10n.t("Found, {0} characters.", String([...reading.value].length)));
  if (reading.fault.kind === "cancelled") return;
  const [again, anyway] = [l10n.t("Retry"), l10n.t("Add Anyway")];
  const answer = await vscode.window.showWarningMessage(reading.fault.text, again, anyway);
  if (answer === again) await tryAndAdd(preset, name, path);
  if (answer === anyway) await add("");
}
