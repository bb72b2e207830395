import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/**
 * Lets a person tick one or more of several. Without a tick, the list stays and says that one is needed.
 * @returns undefined where the person pressed Escape.
 */
export function pickSeveral<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
): Promise<readonly Item[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ picked }) => picked === true);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      if (pick.selectedItems.length === 0) {
        // What is typed would stand in the place of the words.
        pick.value = "";
        pick.placeholder = l10n.t("Tick at least one.");
        return;
      }
      resolve(pick.selectedItems);
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
  });
}
