import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { plainLabel, plainText } from "../../plainText.js";
import { byTarget } from "../contested.js";
import type { PushRequest } from "../prepare.js";

interface Item extends vscode.QuickPickItem {
  readonly request: PushRequest | undefined;
}

/** What is left after each connection has one file at most. */
interface Settled {
  readonly requests: readonly PushRequest[];
  /** How many files were left out. */
  readonly leftOut: number;
}

/**
 * Asks for each connection that several of the files update which one counts, or whether none does.
 * @returns undefined where the person pressed Escape, which ends everything.
 */
export async function chooseContested(requests: readonly PushRequest[]): Promise<Settled | undefined> {
  const { single, contested } = byTarget(requests);
  const chosen: PushRequest[] = [];
  for (const group of contested) {
    const item = await ask(group);
    if (!item) return undefined;
    if (item.request) chosen.push(item.request);
  }
  const kept = requests.filter((request) => single.includes(request) || chosen.includes(request));
  return { requests: kept, leftOut: requests.length - kept.length };
}

function ask(group: readonly PushRequest[]): Thenable<Item | undefined> {
  const [first] = group;
  const items: Item[] = group.map((request) => ({
    label: plainLabel(vscode.workspace.asRelativePath(vscode.Uri.parse(request.file))),
    request,
  }));
  const none: Item = { label: `$(close) ${l10n.t("Push none of them")}`, alwaysShow: true, request: undefined };
  return vscode.window.showQuickPick([...items, none], {
    title: l10n.t(
      "{0} files update {1} on {2}",
      group.length,
      plainText(first?.name ?? first?.id ?? "", 60),
      plainText(first?.tenant.name ?? "", 40),
    ),
    placeHolder: l10n.t("Choose the one to push. The others are left out."),
    ignoreFocusOut: true,
  });
}
