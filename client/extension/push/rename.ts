import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { checkUpdate } from "../../../schemas/check.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { asNode } from "../tenants/nodes.js";
import type { PushServices } from "./pushServices.js";
import { renameTo } from "./renameTo.js";

/**
 * Gives a connection another name: an update with the name alone, reviewed as
 * every push is. A key comes without a row, and means the one that has the focus.
 */
export async function rename(services: PushServices, argument?: unknown): Promise<void> {
  const node = argument === undefined ? await services.sidebar.focused() : asNode(argument);
  if (node?.kind !== "connection") return;
  const { session, connection } = node;
  const name = await vscode.window.showInputBox({
    title: l10n.t("Rename {0}", sanitizeText(connection.name)),
    prompt: l10n.t("The new name, 1 to 150 characters. The setup stays as it is."),
    value: connection.name,
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text),
  });
  if (name !== undefined && name !== connection.name) await renameTo(services, session, connection, name);
}

function nameProblem(name: string): string | undefined {
  const [fault] = checkUpdate({ name });
  if (fault?.code === "too-short") return l10n.t("A connection needs a name.");
  return fault ? l10n.t("A name has {0} characters at most.", fault.limit ?? 0) : undefined;
}
