import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { asCsv, asJson, exported } from "../../core/connections/exported.js";
import { formatNumber } from "../../core/text/locale.js";
import type { SidebarServices } from "./sidebarServices.js";

/** Exports what the sidebar shows, filtered and sorted. */
export async function exportConnections({ sessions, sidebar, setupFiles }: SidebarServices): Promise<void> {
  const connections = sessions.all.flatMap((session) =>
    sidebar.rowsOf(session).map((record) => {
      const files = setupFiles.filesFor(record.id, session.tenant.host);
      return exported(
        record,
        session.tenant.host,
        files.map((file) => vscode.workspace.asRelativePath(file)),
      );
    }),
  );
  if (connections.length === 0) {
    vscode.window.showInformationMessage(l10n.t("There are no connections to export."));
    return;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title: l10n.t("Export {0} connections", formatNumber(connections.length)),
    filters: { CSV: ["csv"], JSON: ["json"] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, "connections.csv") }),
  });
  if (!file) return;
  const text = file.path.toLowerCase().endsWith(".json") ? asJson(connections) : asCsv(connections);
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  } catch {
    vscode.window.showErrorMessage(
      l10n.t("The export couldn't be written. Choose another location, or free up disk space, and then export again."),
    );
    return;
  }
  await vscode.window.showTextDocument(file, { preview: true });
}
