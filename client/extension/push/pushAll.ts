import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { chooseChanged } from "./pushCandidates.js";
import { pushAgain } from "./pushFile.js";
import type { PushServices } from "./pushServices.js";
import { runPushes } from "./runPushes.js";

/** Pushes the files that were changed since their last push: one choice, one review, one summary. */
export async function pushAll(services: PushServices): Promise<void> {
  const requests = await chooseChanged(services);
  if (!requests)
    void vscode.window.showInformationMessage(
      l10n.t(
        "No setup file has changed since its last push. Files with problems, without an id, or of tenants that are signed out are left out.",
      ),
    );
  else if (requests.length > 0)
    await runPushes(services, requests, { title: l10n.t("Push changed files"), again: pushAgain(services) });
}
