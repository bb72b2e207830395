import * as vscode from "vscode";
import { decode } from "../../../schemas/decode.js";
import { ValidateRequest } from "../../../server/protocol/messages.js";
import type { AgentHost, AgentTenant, Unreadable } from "../../core/agents/host.js";
import { LOCK_FILE } from "../../core/lock/lockEntries.js";
import { readLock } from "../../core/lock/lockStore.js";
import { readInside } from "../../core/storage/readRegularFile.js";
import { isOriginal } from "../editor/setupDocument.js";
import { findSetupFiles, localFolders, realPathOf } from "../editor/setupFiles.js";
import { requestedUpdate } from "../editor/inspection.js";
import { userProviders } from "../secrets/secretProviders.js";
import type { EditorServices } from "../editor/editorServices.js";
import type { Session } from "../tenants/sessions.js";

/**
 * What the agents' tools use of VS Code.
 * @param extension the folder of the extension.
 */
export function hostFor(services: EditorServices, extension: vscode.Uri): AgentHost {
  const { sessions, languageServer, setupFiles, memory, digests, fileStates } = services;
  const folders = localFolders().map((folder) => realPathOf(folder));
  return {
    folders,
    providers: userProviders(),
    howToAddProvider: "A person adds it with the command Vault Connections: Add Secret Provider.",
    tenants: sessions.all.map(tenantFor),
    howToAddTenant: "No tenant is configured. A person adds one with the command Vault Connections: Add Tenant.",
    setupFiles: async () => {
      const files = (await findSetupFiles()).filter(({ scheme }) => scheme === "file");
      return files.map((file) => ({
        path: realPathOf(file),
        id: setupFiles.namedBy(file)?.id ?? "",
        tenant: setupFiles.namedBy(file)?.tenant,
      }));
    },
    readText: (path) => readText(path, folders),
    check: (files) =>
      languageServer.request(ValidateRequest, {
        files: files.map(({ path, text }) => ({ uri: path === "" ? "" : vscode.Uri.file(path).toString(), text })),
      }),
    diagnosticsPage: async () => {
      const page = vscode.Uri.joinPath(extension, "dist", "diagnostics.md");
      return vscode.workspace.decode(await vscode.workspace.fs.readFile(page), { encoding: "utf8" });
    },
    stateFolder: (path) => services.reviewRequests.folderOf(path),
    readLock: async (file) => {
      const reading = await readLock(file);
      return typeof reading === "string" ? `${LOCK_FILE} can't be read. A person has to restore it.` : (reading ?? []);
    },
    lastPush: async (path, inspected) => {
      const file = vscode.Uri.file(path);
      const remembered = memory.ofLinked(file, inspected);
      const isPushed = remembered?.pushed !== undefined;
      return {
        linked: remembered && { id: remembered.id, tenant: new URL(remembered.origin).host },
        remembered: remembered?.record,
        ...(isPushed && { isUnchanged: (await digests.of(requestedUpdate(inspected))) === remembered.pushed }),
        interrupted: fileStates.openPush(file),
      };
    },
  };
}

/** Includes unsaved changes of an open editor. */
async function readText(path: string, folders: readonly string[]): Promise<string | Unreadable> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => isOriginal(uri) && realPathOf(uri) === path);
  if (open) return open.getText();
  const bytes = await readInside(path, folders).catch(() => undefined);
  if (!bytes) return { reason: "it isn't a file inside of the workspace that may be read" };
  return decode(bytes).text;
}

function tenantFor({ tenant, client, signedIn }: Session): AgentTenant {
  return {
    tenant,
    howToAllow:
      tenant.agentAccess === "list"
        ? undefined
        : 'Agents can\'t list this tenant. To allow it, a person adds "agentAccess": "list" to its entry in the setting vaultconn.tenants.',
    connect: () =>
      Promise.resolve(
        signedIn ? client : "Nobody is signed in. A person signs in with the command Vault Connections: Sign In.",
      ),
  };
}
