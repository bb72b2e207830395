import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { hideOnAbort } from "./hideOnAbort.js";

/**
 * On production a second, deliberate step: a name that is typed, or an entry that names the place. Enter alone never pushes.
 * @param name what is to be typed: the name of the connection, or of the tenant where there are many.
 */
export async function askAboutProduction(name: string, tenant: string, signal?: AbortSignal): Promise<boolean> {
  const pick = vscode.window.createQuickPick();
  pick.title = l10n.t("Push to {0}, which is production", tenant);
  pick.placeholder = l10n.t("Type “{0}”, or choose below", name);
  pick.ignoreFocusOut = true;
  const go = { label: `$(shield) ${l10n.t("Push to production")}`, alwaysShow: true };
  const stop = { label: `$(close) ${l10n.t("Do not push")}`, alwaysShow: true };
  // VS Code makes active what fits the text typed: half a name and Enter would push.
  const offer = () => {
    const typed = pick.value.trim();
    pick.items = typed === "" ? [stop, go] : [typed === name ? go : stop];
    pick.activeItems = pick.items.slice(0, 1);
  };
  pick.onDidChangeValue(offer);
  offer();
  return new Promise((resolve) => {
    let agreed = false;
    pick.onDidAccept(() => {
      const typed = pick.value.trim();
      agreed = typed === "" ? pick.activeItems[0] === go : typed === name;
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(agreed);
    });
    pick.show();
    hideOnAbort(pick, signal);
  });
}
