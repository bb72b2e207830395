import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { counted, enumerated } from "../../locale.js";
import { plainLabel } from "../../plainText.js";
import type { Services } from "../../services.js";

interface Choice extends vscode.QuickPickItem {
  readonly run?: () => Promise<void>;
}

/** Chooses which connections the sidebar shows: by text, readiness or application. What is chosen stays after a restart. */
export async function filter({ sessions, arrangement }: Services): Promise<void> {
  const { text, readiness, applications } = arrangement.current;
  const by = (mark: boolean, label: string) => (mark ? `$(check) ${label}` : label);
  const choices: Choice[] = [
    {
      label: by(text !== "", l10n.t("By text…")),
      description: text === "" ? l10n.t("name, application or id") : l10n.t("“{0}”", plainLabel(text)),
      run: () => askText(arrangement),
    },
    {
      label: by(applications.length > 0, l10n.t("By application…")),
      description: plainLabel(enumerated(applications)),
      run: () => askApplications(arrangement, sessions),
    },
    { label: l10n.t("Readiness"), kind: vscode.QuickPickItemKind.Separator },
    {
      label: by(readiness === "notReady", l10n.t("Not ready")),
      run: () => arrangement.change({ readiness: readiness === "notReady" ? "any" : "notReady" }),
    },
    {
      label: by(readiness === "ready", l10n.t("Ready")),
      run: () => arrangement.change({ readiness: readiness === "ready" ? "any" : "ready" }),
    },
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    { label: `$(clear-all) ${l10n.t("Show all")}`, run: () => arrangement.showAll() },
  ];
  const choice = await vscode.window.showQuickPick(choices, {
    title: l10n.t("Filter connections"),
    placeHolder: l10n.t("Which connections to show"),
  });
  await choice?.run?.();
}

/** Shows every connection again. */
export async function clearFilter({ arrangement }: Services): Promise<void> {
  await arrangement.showAll();
}

type Arrangements = Services["arrangement"];

async function askText(arrangement: Arrangements): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: l10n.t("Filter connections by text"),
    prompt: l10n.t("Shows connections with this text in their name, application or id. Empty shows all."),
    value: arrangement.current.text,
  });
  if (text !== undefined) await arrangement.change({ text: text.trim() });
}

async function askApplications(arrangement: Arrangements, sessions: Services["sessions"]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { app_id } of sessions.all.flatMap(({ store }) => store.snapshot.connections))
    counts.set(app_id, (counts.get(app_id) ?? 0) + 1);
  const chosen = arrangement.current.applications;
  const names = [...new Set([...counts.keys(), ...chosen])].sort((a, b) => a.localeCompare(b));
  const items = names.map((name) => ({
    label: plainLabel(name, 55),
    description: counted(counts.get(name) ?? 0),
    picked: chosen.includes(name),
    name,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t("Filter connections by application"),
    placeHolder: l10n.t("Applications among the loaded connections"),
    canPickMany: true,
  });
  if (picked) await arrangement.change({ applications: picked.map(({ name }) => name) });
}
