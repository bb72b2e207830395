import * as vscode from "vscode";
import { registerCommands } from "./commands/register.js";
import { FileMemory } from "./files/fileMemory.js";
import { keepServerInformed } from "./language/keepServerInformed.js";
import { answersFor } from "./language/answers.js";
import { LanguageFeatures } from "./language/languageFeatures.js";
import { PushesUnderWay } from "./push/underWay.js";
import { namedSecrets } from "./tenants/secretStorage.js";
import { createServiceClient } from "./service/client.js";
import type { Services } from "./services.js";
import { refreshOnFocus } from "./sidebar/refreshOnFocus.js";
import { ArrangementMemory } from "./sidebar/arrangementMemory.js";
import { showTree } from "./sidebar/tree.js";
import { showAccounts } from "./tenants/accounts.js";
import { Credentials } from "./tenants/credentials.js";
import { localService } from "./tenants/localService.js";
import { onDidChangeNetworkSettings, readNetworkSettings } from "./tenants/networkSettings.js";
import { Sessions } from "./tenants/sessions.js";
import { watchTenantSettings } from "./tenants/watchSettings.js";

/** Puts the extension together. What each part does stands in its own room. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Vault Connections", { log: true });
  const credentials = new Credentials(context.secrets);
  const local = localService(process.env);
  const sessions = new Sessions(credentials, local, (tenant, credential) => createServiceClient({ tenant, credential, log, network: readNetworkSettings() }));
  const secrets = namedSecrets(context);
  const languageServer = new LanguageFeatures(context.asAbsolutePath("dist/server.js"), answersFor(sessions, secrets));
  const arrangement = new ArrangementMemory(context.globalState);
  const memory = new FileMemory(context.workspaceState);
  const services: Services = { sessions, credentials, secrets, languageServer, arrangement, memory, pushes: new PushesUnderWay(), log };

  context.subscriptions.push(log, sessions, languageServer, arrangement);
  context.subscriptions.push(showTree(sessions, arrangement), refreshOnFocus(sessions), showAccounts(sessions), registerCommands(services));
  context.subscriptions.push(keepServerInformed(languageServer, sessions, secrets, context.secrets));
  context.subscriptions.push(watchTenantSettings(), onDidChangeNetworkSettings((network) => {
    sessions.configure(network);
  }));
  await sessions.sync();
  void languageServer.startWhenNeeded();
}
