import * as vscode from "vscode";
import { isInside } from "../../../schemas/files.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { providerNames } from "../secrets/secretProviders.js";
import { IN_PACKAGES, statOf } from "../editor/setupFiles.js";
import { fold } from "../../core/text/fold.js";
import { envFileVariables } from "../secrets/valueSources.js";
import type { RequestHandlers } from "./languageServerClient.js";
import type { DefinitionTargets } from "./definitionTargets.js";
import type { SidebarServices } from "../sidebar/sidebarServices.js";
import type { Session, Sessions } from "../tenants/sessions.js";
import {
  type ConnectionsParams,
  ConnectionsRequest,
  type ConnectionsResult,
  type KnownConnection,
  type NamesParams,
  NamesRequest,
  type NamesResult,
} from "../../../server/protocol/messages.js";
import { type PlaceParams, PlaceRequest } from "../../../server/protocol/symbolMessages.js";

/** A longer list doesn't help the user. */
const MAX_CONNECTIONS = 200;

/** Answers the language server's requests from what's already known, without contacting the service. */
export function handlersFor({
  sessions,
  secrets,
  definitionTargets,
}: Pick<SidebarServices, "secrets" | "sessions"> & {
  readonly definitionTargets: DefinitionTargets;
}): RequestHandlers {
  return {
    [ConnectionsRequest.method]: (params: ConnectionsParams) => knownConnections(sessions, params),
    [NamesRequest.method]: (params: NamesParams) => knownNames(secrets, params),
    [PlaceRequest.method]: (params: PlaceParams) => definitionTargets.of(params),
  };
}

function knownConnections(sessions: Sessions, { tenant, query, id }: ConnectionsParams): ConnectionsResult {
  const requested = sessions.all.filter(
    ({ tenant: { host } }) => tenant === undefined || host === tenant.toLowerCase(),
  );
  const text = fold(query ?? "");
  const fits = (known: KnownConnection) =>
    (id === undefined || known.id === id) && fold(`${known.id} ${known.name} ${known.app}`).includes(text);
  const connections = requested.flatMap(connectionsOf).filter(fits);
  return {
    connections: connections.slice(0, MAX_CONNECTIONS),
    tenants: sessions.all.map(({ tenant: { host, name } }) => ({ host, name })),
    incomplete: connections.length > MAX_CONNECTIONS || requested.some(({ store }) => store.snapshot.more),
  };
}

function connectionsOf({ tenant, store }: Session): KnownConnection[] {
  return store.snapshot.connections.map(({ id, name, app_id: app, ready = false }) => ({
    id,
    name,
    app,
    ready,
    tenant: tenant.host,
    tenantName: tenant.name,
  }));
}

/** Files that `${file:path}` usually refers to. */
const KEY_FILES = "**/*.{pem,key,p8,crt,cer,pub,txt,token}";
const MAX_FILES = 200;

/** Which names references can use. Never returns a value, and returns nothing in an untrusted workspace. */
async function knownNames(secrets: NamedSecrets, params: NamesParams): Promise<NamesResult> {
  if (!vscode.workspace.isTrusted) return {};
  switch (params.kind) {
    case "env": {
      const ofFile = await envFileVariables(vscode.Uri.parse(params.uri));
      // Those of the file come first. A push uses both.
      const names = [...new Set([...ofFile.names, ...Object.keys(process.env).sort()])];
      return {
        names: params.among ? among(names, params.among) : names.filter((name) => !OF_VSCODE.test(name)),
        ...(ofFile.problem !== undefined && { problem: ofFile.problem }),
      };
    }
    case "secret":
      return { names: among(secrets.names, params.among) };
    case "provider":
      return { names: among(providerNames(), params.among) };
    case "file": {
      const setupFile = vscode.Uri.parse(params.uri);
      // Outside a workspace, no file can be read. The push says so; that a file doesn't exist would be untrue.
      return workspaceOf(setupFile) ? { names: await fileNames(setupFile, params.among) } : {};
    }
  }
}

/** Variables that VS Code sets for itself, which nobody looks for in a list. */
const OF_VSCODE =
  /^(?:VSCODE_|ELECTRON_|CHROME_|APPLICATION_?INSIGHTS_|ORIGINAL_XDG_|MallocNanoZone$|__CF)|_VSCODE_SNAP/;

function among(names: readonly string[], requested: readonly string[] | undefined): readonly string[] {
  return requested ? requested.filter((name) => names.includes(name)) : names;
}

/** Paths relative to the setup file, separated by `/`. */
async function fileNames(setupFile: vscode.Uri, requested: readonly string[] | undefined): Promise<readonly string[]> {
  const folder = vscode.Uri.joinPath(setupFile, "..");
  if (requested) {
    const found = await Promise.all(
      requested.map(async (name) => ((await mayBeRead(vscode.Uri.joinPath(folder, name), setupFile)) ? name : [])),
    );
    return found.flat();
  }
  const files = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, KEY_FILES), IN_PACKAGES, MAX_FILES);
  return files.map((file) => file.path.slice(folder.path.length + 1)).sort();
}

/** A push reads only files in this folder, and none in a virtual one. */
function workspaceOf(setupFile: vscode.Uri): vscode.WorkspaceFolder | undefined {
  return setupFile.scheme === "file" ? vscode.workspace.getWorkspaceFolder(setupFile) : undefined;
}

async function mayBeRead(file: vscode.Uri, setupFile: vscode.Uri): Promise<boolean> {
  const workspace = workspaceOf(setupFile);
  if (!workspace || !isInside(workspace.uri.fsPath, file.fsPath)) return false;
  const stat = await statOf(file);
  return stat !== undefined && stat.type !== vscode.FileType.Directory;
}
