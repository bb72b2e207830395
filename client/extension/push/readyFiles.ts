import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { summarizeNames } from "../editor/inspection.js";
import type { PushRequest } from "../../core/push/request.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import { readyRequest } from "./pushCandidates.js";
import type { PushServices } from "./pushServices.js";

/** What can be pushed or compared of files that were chosen together. What cannot is told by name, and left out. */
export async function readyFiles(
  services: PushServices,
  files: readonly vscode.Uri[],
): Promise<readonly PushRequest[]> {
  const requests = await Promise.all(files.map((file) => readyRequest(services, file)));
  const left = files.filter((_, index) => !requests[index]);
  if (left.length > 0)
    void vscode.window.showWarningMessage(
      l10n.t(
        "Left out: {0}. Together go files without problems, with an id, and of tenants that you are signed in to.",
        summarizeNames(left),
      ),
    );
  return requests.filter((request) => request !== undefined);
}

/** The setup files of connections. */
export function filesOf(
  { setupFiles }: Pick<PushServices, "setupFiles">,
  rows: readonly ConnectionNode[],
): readonly vscode.Uri[] {
  return rows.flatMap(({ connection, session }) => setupFiles.filesFor(connection.id, session.tenant.host));
}

/** Says that what was chosen has no setup file. */
export function showNoSetupFile(): void {
  void vscode.window.showInformationMessage(
    l10n.t("None of the chosen connections has a setup file in this workspace."),
  );
}
