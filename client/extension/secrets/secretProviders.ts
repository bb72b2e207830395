import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { namesOf, readProviders, type Providers } from "../../core/secrets/providers/definitions.js";
import type { ProviderContext } from "../../core/secrets/providers/readValue.js";
import { createProviderReader, type OnProvider, type ReaderOptions } from "../../core/secrets/providers/reader.js";
import { homeFolder } from "../../core/text/homeFolder.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { localFolders } from "../editor/setupFiles.js";

const SECTION = "vaultconn";
const KEY = "secretProviders";

/** Reads only the user's settings, so that no workspace, folder or other extension can define a provider. */
function userSetting(): unknown {
  return vscode.workspace.getConfiguration(SECTION).inspect<unknown>(KEY)?.globalValue;
}

/** The providers that may run. There are none in an untrusted workspace. */
export function userProviders(): Providers {
  return vscode.workspace.isTrusted ? readProviders(userSetting()) : new Map();
}

export function providerNames(): readonly string[] {
  return namesOf(readProviders(userSetting()));
}

/** Adds a definition to the user's settings, or replaces the one with its name. */
export async function writeProvider(name: string, definition: object): Promise<void> {
  const before = userSetting();
  const providers = { ...(typeof before === "object" ? before : {}), [name]: definition };
  await vscode.workspace.getConfiguration(SECTION).update(KEY, providers, vscode.ConfigurationTarget.Global);
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
