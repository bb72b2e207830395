import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { reportInterruptedPushes } from "./push/checkPush.js";
import { offerOpenRotations, watchRotations } from "./rotation/rotations.js";
import { registerCommands } from "./commands.js";
import { decorateFiles, showLenses, showStatus } from "./editor/showFileStates.js";
import { showLockLenses } from "./editor/lockFiles.js";
import { handlersFor } from "./language/serverRequests.js";
import { keepServerInformed } from "./language/keepServerInformed.js";
import { showServerStatus } from "./language/showServerStatus.js";
import { DefinitionTargets } from "./language/definitionTargets.js";
import { setLocale } from "../core/text/locale.js";
import { acceptDrops } from "./sidebar/dragConnections.js";
import { refreshOnFocus } from "./sidebar/loadInBackground.js";
import { watchTenantSettings } from "./tenants/settings.js";
import { createServices } from "./createServices.js";
import { registerAgentTools } from "./agents/agentTools.js";
import { inBackground } from "./ui/inBackground.js";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  setLocale(vscode.l10n.bundle === undefined ? "en" : vscode.env.language);
  const services = await createServices(context);
  const { sessions, secrets, setupFiles, fileStates, languageServer, tracked, files } = services;
  const definitionTargets = new DefinitionTargets(services, context.subscriptions);

  context.subscriptions.push(
    registerCommands(services),
    // Tenants
    watchTenantSettings(),
    // Sidebar
    acceptDrops(),
    refreshOnFocus(sessions),
    // Setup files
    decorateFiles(fileStates),
    showLockLenses(setupFiles),
    showStatus(fileStates, sessions),
    showLenses(fileStates, sessions),
    // Language
    showServerStatus(languageServer),
    keepServerInformed(languageServer, secrets, tracked, context.secrets, files),
    // Agents
    registerAgentTools(services, context.extensionUri),
    // Secrets
    watchRotations(services),
  );

  // Set the answers before any file state is requested, since that starts the server.
  const handlers = handlersFor({ ...services, definitionTargets });
  inBackground("start-language-server", () => languageServer.startWhenNeeded(handlers, context.subscriptions));
  await sessions.sync();
  inBackground("find-setup-files", async () => {
    await setupFiles.build();
    inBackground("follow-rotation", () => offerOpenRotations(services));
  });
  inBackground("report-interrupted-pushes", () => reportInterruptedPushes(services));
}
