import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { namesOf, readProviders, type Providers } from "../../core/secrets/providers/definitions.js";
import type { ProviderContext } from "../../core/secrets/providers/readValue.js";
import { createProviderReader, type OnProvider, type ReaderOptions } from "../../core/secrets/providers/reader.js";
import { homeFolder } from "../../core/text/homeFolder.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { localFolders } from "../editor/setupFiles.js";
import { changeUserSetting, readUserSetting } from "../ui/settings.js";

const SETTING = "vaultconn.secretProviders";

/**
 * The providers that may run. Only the user's settings count, so that no workspace, folder or other extension can define one.
 * There are none in an untrusted workspace.
 */
export function userProviders(): Providers {
  return vscode.workspace.isTrusted ? readProviders(readUserSetting(SETTING)) : new Map();
}

export function providerNames(): readonly string[] {
  return namesOf(readProviders(readUserSetting(SETTING)));
}

/** Adds a definition to the user's settings, or replaces the one with its name. */
export async function writeProvider(name: string, definition: object): Promise<void> {
  const before = readUserSetting(SETTING);
  const providers = { ...(typeof before === "object" ? before : {}), [name]: definition };
  await changeUserSetting(SETTING, providers);
}

export function providerContext(): ProviderContext {
  return {
    env: process.env,
    home: homeFolder(process.env),
    workspaceFolders: localFolders().map(({ fsPath }) => fsPath),
  };
}

/** Creates the reader for one push or one comparison of values. */
export function userProviderReader(options: ReaderOptions) {
  return createProviderReader(userProviders(), providerContext(), options);
}

/** The message while a provider's program runs. */
export function describeProvider({ title, asks }: Parameters<OnProvider>[0]): string {
  const name = sanitizeText(title, 60);
  return asks ? l10n.t("Reading from {0}. Unlock it if it asks…", name) : l10n.t("Reading from {0}…", name);
}
