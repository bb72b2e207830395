import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeUnchanged, type Filter, NO_FILTER } from "../../core/connections/arrangeConnections.js";
import { formatNarrowList, formatNumber } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import type { SidebarServices } from "./sidebarServices.js";
import { revealRow } from "./revealInTree.js";
import { loadAllOf } from "../tenants/serviceErrors.js";
import { searchConnections } from "../tenants/searchConnections.js";

interface FilterItem extends vscode.QuickPickItem {
  readonly run?: () => Promise<void>;
}

const PROPOSED_DAYS = 90;
/** No connection is older than this, in days. */
const MAX_DAYS = 36_500;

/** Asks which connections the sidebar shows. Several filters combine, and they survive a restart. */
export async function filter(services: SidebarServices): Promise<void> {
  const choice = await vscode.window.showQuickPick(filterItems(services), {
    title: l10n.t("Filter connections"),
    placeHolder: l10n.t("Select the connections to show"),
    ignoreFocusOut: true,
  });
  await choice?.run?.();
}

function filterItems(services: SidebarServices): readonly FilterItem[] {
  const { arrangement } = services;
  const { current } = arrangement;
  const { text, applications, unchangedDays } = current;
  const by = (mark: boolean, label: string) => (mark ? `$(check) ${label}` : label);
  const separator = (label: string): FilterItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const toggle = <Key extends keyof Filter>(key: Key, value: Filter[Key], label: string): FilterItem => {
    const isOn = current[key] === value;
    return { label: by(isOn, label), run: () => arrangement.change({ [key]: isOn ? NO_FILTER[key] : value }) };
  };
  return [
    {
      label: by(text !== "", l10n.t("By text…")),
      description: text === "" ? l10n.t("name, application, or ID") : l10n.t("“{0}”", sanitizeLabel(text)),
      run: () => askText(services),
    },
    {
      label: by(applications.length > 0, l10n.t("By application…")),
      description: sanitizeLabel(formatNarrowList(applications)),
      run: () => askApplications(services),
    },
    {
      label: by(unchangedDays > 0, l10n.t("Not changed for…")),
      description: unchangedDays > 0 ? describeUnchanged(unchangedDays) : "",
      run: () => askAge(services),
    },
    separator(l10n.t("Readiness")),
    toggle("readiness", "notReady", l10n.t("Not ready")),
    toggle("readiness", "ready", l10n.t("Ready")),
    separator(l10n.t("Setup file")),
    toggle("setupFile", "with", l10n.t("With a setup file")),
    toggle("setupFile", "without", l10n.t("Without a setup file")),
    {
      ...toggle("attention", true, l10n.t("Needs attention")),
      description: l10n.t("file, value, or connection changed since the push, or the outcome is unknown"),
    },
    toggle("ending", true, l10n.t("Credential ends soon")),
    separator(""),
    { label: `$(clear-all) ${l10n.t("Show all connections")}`, run: () => arrangement.change(NO_FILTER) },
  ];
}

async function askAge({ arrangement }: SidebarServices): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: l10n.t("Not changed for…"),
    prompt: l10n.t("Shows connections that haven't changed for at least this many days. With 0, shows all."),
    value: String(arrangement.current.unchangedDays || PROPOSED_DAYS),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*\d+\s*$/.test(text) && Number(text) <= MAX_DAYS
        ? undefined
        : l10n.t("Enter a whole number of days, from 0 to {0}.", formatNumber(MAX_DAYS)),
  });
  if (typed !== undefined) await arrangement.change({ unchangedDays: Number(typed) });
}

async function askText({ arrangement }: SidebarServices): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: l10n.t("Filter connections by text"),
    prompt: l10n.t("Shows connections with this text in their name, application, or ID. Leave it empty to show all."),
    value: arrangement.current.text,
    ignoreFocusOut: true,
  });
  if (text !== undefined) await arrangement.change({ text: text.trim() });
}

async function askApplications({ arrangement, sessions }: SidebarServices): Promise<void> {
  const loaded = sessions.all.flatMap(({ store }) => store.snapshot.connections);
  const groups = Map.groupBy(loaded, ({ app_id }) => app_id);
  const chosen = arrangement.current.applications;
  const names = [...new Set([...groups.keys(), ...chosen])].sort((a, b) => a.localeCompare(b));
  const items = names.map((name) => ({
    label: sanitizeLabel(name, 55),
    description: formatNumber(groups.get(name)?.length ?? 0),
    picked: chosen.includes(name),
    name,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t("Filter connections by application"),
    placeHolder: l10n.t("Applications among the loaded connections"),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (picked) await arrangement.change({ applications: picked.map(({ name }) => name) });
}

/** Searches every loaded connection of all tenants, and offers to load the rest. Choosing one reveals its row. */
export async function find(services: SidebarServices): Promise<void> {
  const signedIn = services.sessions.all.filter((session) => session.signedIn);
  await Promise.all(signedIn.map(({ store }) => store.load()));
  const choice = await searchConnections(l10n.t("Find connection"), signedIn, {
    label: ({ tenant }) => l10n.t("Load all of {0}", sanitizeLabel(tenant.name)),
    load: loadAllOf,
  });
  if (choice) await revealRow(services, choice.session, choice.connection.id, choice.connection.name);
}
