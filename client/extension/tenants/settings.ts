import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { joinSentences } from "../../core/text/locale.js";
import { credentialsIn, entryFor, readEntry } from "../../core/tenants/entry.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import type { NetworkSettings } from "../../core/service/transport/network.js";
import { changeUserSetting, onDidChangeSetting, readUserSetting } from "../ui/settings.js";
import { showMessage } from "../actions.js";
import { inBackground } from "../ui/inBackground.js";

const SETTING = "vaultconn.tenants";

/**
 * Reads the tenants from the user's settings only, so that no workspace can add or change one. The first entry for an
 * origin wins.
 * @returns the tenants, a sentence for each entry that can't be used, and whether one contains a credential.
 */
export function readTenants() {
  const tenants: Tenant[] = [];
  const problems: string[] = [];
  const entries = userEntries();
  if (!entries) return { tenants, problems: [notAnArray()], credentials: false };
  for (const [index, entry] of entries.entries()) {
    const parsed = readEntry(entry);
    if (!parsed.ok)
      problems.push(joinSentences(l10n.t("Entry {0} of vaultconn.tenants can't be used.", index + 1), parsed.problem));
    else {
      const same = tenants.find(({ origin }) => origin === parsed.value.origin);
      if (!same) tenants.push(parsed.value);
      else
        problems.push(
          l10n.t(
            "Entry {0} of vaultconn.tenants isn't used, because {1} already has its address. Remove one of them.",
            index + 1,
            sanitizeText(same.name, 80),
          ),
        );
    }
  }
  return { tenants, problems, credentials: entries.some((entry) => credentialsIn(entry).length > 0) };
}

/** Whether the setting can be changed without overwriting what the user wrote. Shows a message if not. */
export function canChangeTenants(): boolean {
  if (userEntries()) return true;
  showSettingsProblem(notAnArray());
  return false;
}

function showSettingsProblem(problem: string): void {
  const title = l10n.t("Open Settings");
  const revealed = { revealSetting: { key: SETTING } };
  const open = { title, command: "workbench.action.openSettingsJson", arguments: [revealed] };
  inBackground("offer-next-step", () => showMessage("warning", problem, [open]));
}

/** Replaces the entry with the same origin. */
export async function writeTenant(tenant: Tenant): Promise<void> {
  await changeEntries((entries) => {
    const index = entries.findIndex((entry) => isAt(entry, tenant.origin));
    return index < 0 ? [...entries, entryFor(tenant)] : entries.with(index, entryFor(tenant));
  });
}

export async function eraseTenant({ origin }: Tenant): Promise<void> {
  await changeEntries((entries) => entries.filter((entry) => !isAt(entry, origin)));
}

export async function eraseCredentials(): Promise<void> {
  const clean = (entry: unknown) => {
    const secret = credentialsIn(entry);
    return secret.length === 0
      ? entry
      : Object.fromEntries(Object.entries(entry as object).filter(([name]) => !secret.includes(name)));
  };
  await changeEntries((entries) => entries.map(clean));
}

function userEntries(): readonly unknown[] | undefined {
  const value = readUserSetting(SETTING) ?? [];
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}

function notAnArray(): string {
  return l10n.t(
    "The setting vaultconn.tenants must be an array. Put the entries in square brackets. Until then, no tenant is shown or changed.",
  );
}

function isAt(entry: unknown, origin: string): boolean {
  const parsed = readEntry(entry);
  return parsed.ok && parsed.value.origin === origin;
}

async function changeEntries(change: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
  const entries = canChangeTenants() ? userEntries() : undefined;
  if (!entries) return;
  await changeUserSetting(SETTING, change(entries));
}

/** Warns about entries that can't be used, and about credentials. */
export function watchTenantSettings(): vscode.Disposable {
  let reported = "";
  const look = () => {
    const { problems, credentials } = readTenants();
    const finding = JSON.stringify([problems, credentials]);
    if (finding === reported) return;
    reported = finding;
    if (credentials) inBackground("offer-next-step", refuseCredentials);
    else if (problems.length > 0) showSettingsProblem(joinSentences(...problems));
  };
  look();
  return onDidChangeSetting(SETTING, look);
}

async function refuseCredentials(): Promise<void> {
  const remove = l10n.t("Remove from Settings and Sign In");
  const message = l10n.t(
    "The setting vaultconn.tenants has a credential. It isn't used, because settings are synced and stored as plain text. Sign in instead, and treat the credential as disclosed.",
  );
  if ((await vscode.window.showWarningMessage(message, remove)) !== remove) return;
  await eraseCredentials();
  await vscode.commands.executeCommand("vaultconn.signIn");
}

/** Reads only the user's settings, so that a workspace can't choose a proxy. */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration("http");
  const own = (key: string): unknown => {
    const inspected = http.inspect(key);
    return inspected?.globalValue ?? inspected?.defaultValue;
  };
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const noProxy = own("noProxy");
  return {
    proxy: text(own("proxy")),
    noProxy: Array.isArray(noProxy) ? noProxy.map(String) : [],
    proxySupport: text(own("proxySupport")),
    proxyStrictSsl: own("proxyStrictSSL") !== false,
    systemCertificates: own("systemCertificates") !== false,
    proxyAuthorization: text(own("proxyAuthorization")),
  };
}
