import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../../core/text/locale.js";
import type { ContextValue } from "../contributions/contexts.js";

/** A host that setup files name, and which no tenant has. Selecting the row adds its tenant. */
export interface HostRow {
  readonly kind: "host";
  readonly host: string;
  readonly item: vscode.TreeItem;
}

/** @param files how many setup files name the host. */
export function hostRow(host: string, files: number): HostRow {
  const item = new vscode.TreeItem(host);
  item.id = `host:${host}`;
  item.description = l10n.t("setup files: {0}", formatNumber(files));
  item.iconPath = new vscode.ThemeIcon("add");
  item.tooltip = l10n.t("Setup files in this workspace belong to {0}. Select to add it as a tenant.", host);
  item.accessibilityInformation = {
    label: `${host}, ${item.description}, ${l10n.t("Press Enter to add it as a tenant.")}`,
  };
  item.contextValue = "help" satisfies ContextValue;
  item.command = { command: "vaultconn.addTenant", title: l10n.t("Add Tenant"), arguments: [{ host }] };
  return { kind: "host", host, item };
}
