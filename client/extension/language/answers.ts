import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { namedIn } from "../../core/files/setupFile.js";
import { isInside } from "../../core/secrets/files.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import type { FileStates } from "../editor/fileStates.js";
import { IN_PACKAGES } from "../editor/setupFiles.js";
import { describeFileState, type FileState, ruleFor } from "../editor/states.js";
import { idOfFile, lastSeen, tenantOfFile } from "../editor/tenantOfFile.js";
import { envFileVariables } from "../editor/valueSources.js";
import type { Answers } from "./languageFeatures.js";
import type { Places } from "./places.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import type { Sessions } from "../tenants/sessions.js";
import {
  CONNECTIONS,
  type ConnectionsParams,
  type ConnectionsResult,
  FILE_STATE,
  type FileStateLens,
  type FileStateParams,
  type FileStateResult,
  type KnownConnection,
  NAMES,
  type NamesParams,
  type NamesResult,
} from "../../../server/protocol/messages.js";
import { PLACE, type PlaceParams } from "../../../server/protocol/symbolMessages.js";

/** More would not help anyone who is choosing from a list. */
const MOST_CONNECTIONS = 200;

/** What the extension tells the language server when asked: what it knows already, without a request. */
export function answersFor({
  sessions,
  secrets,
  fileStates,
  places,
}: Pick<Services, "sessions" | "secrets" | "fileStates"> & { readonly places: Places }): Answers {
  return {
    [CONNECTIONS]: (params: ConnectionsParams) => knownConnections(sessions, params),
    [NAMES]: (params: NamesParams) => knownNames(secrets, params),
    [FILE_STATE]: (params: FileStateParams) => fileState(sessions, fileStates, params),
    [PLACE]: (params: PlaceParams) => places.of(params),
  };
}

function knownConnections(sessions: Sessions, { tenant, query, id }: ConnectionsParams): ConnectionsResult {
  const wanted = sessions.all.filter(({ tenant: { host } }) => tenant === undefined || host === tenant.toLowerCase());
  const text = query?.toLowerCase() ?? "";
  const fits = (known: KnownConnection) =>
    (id === undefined || known.id === id) && `${known.id} ${known.name} ${known.app}`.toLowerCase().includes(text);
  const connections = wanted.flatMap(connectionsOf).filter(fits);
  return {
    connections: connections.slice(0, MOST_CONNECTIONS),
    tenants: sessions.all.map(({ tenant: { host, name } }) => ({ host, name })),
    incomplete: connections.length > MOST_CONNECTIONS || wanted.some(({ store }) => store.snapshot.more),
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

/** What stands above a setup file: where a push goes to, and how the file and its connection stand. */
export async function fileState(
  sessions: Sessions,
  states: FileStates,
  { uri, id, tenant: written }: FileStateParams,
): Promise<FileStateResult> {
  // A template begins with empty texts, which name nothing.
  const tenant = written?.trim() === "" ? undefined : written;
  const state = await states.of(vscode.Uri.parse(uri));
  const { remembered } = state;
  const session = tenantOfFile(sessions, tenant, remembered);
  const push = { command: "vaultconn.push" };
  if (!session)
    return {
      lenses: [
        {
          text:
            tenant === undefined
              ? l10n.t("Push…")
              : l10n.t("Push ({0} is not among your tenants)", sanitizeLabel(tenant)),
          ...push,
        },
      ],
    };
  const wanted = idOfFile(id, session, remembered);
  const connection = wanted === undefined ? undefined : lastSeen(wanted, session, remembered);
  const target = [
    l10n.t("Push to {0}", sanitizeLabel(session.tenant.name)),
    ...(connection ? [sanitizeLabel(connection.name)] : []),
  ].join(" · ");
  const lenses = [
    { text: target, ...push },
    stateLens(state, wanted !== undefined, connection && otherName(uri, connection.name)),
  ];
  return { lenses: connection && !connection.ready ? [...lenses, { text: l10n.t("not ready") }] : lenses };
}

/** The name the service has for the connection of a file, where the file has another that can be compared with it. */
function otherName(uri: string, onService: string): string | undefined {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  const { name } = namedIn(document?.getText() ?? "");
  return name === undefined || name.includes("${") || name === onService ? undefined : onService;
}

/** @param otherName the name that the service has for the connection, where the file has another. */
function stateLens(state: FileState, isLinked: boolean, otherName: string | undefined): FileStateLens {
  const target = { isLinked, otherName };
  if (state.doing !== undefined) return { text: describeFileState(state) };
  const { label, lens = label, command } = ruleFor(state.kind);
  return { text: lens(state, target), ...(command !== undefined && { command }) };
}

/** What is usually kept in a file of its own and named by `${file:path}`. */
const KEY_FILES = "**/*.{pem,key,p8,crt,cer,pub,txt,token}";
const MOST_FILES = 200;

/** Which names references can use. Never a value; nothing at all in a workspace that is not trusted. */
async function knownNames(secrets: NamedSecrets, params: NamesParams): Promise<NamesResult> {
  if (!vscode.workspace.isTrusted) return {};
  switch (params.kind) {
    case "env":
      return { names: among(await variableNames(vscode.Uri.parse(params.uri)), params.among) };
    case "secret":
      return { names: among(secrets.names, params.among) };
    case "file":
      return { names: await fileNames(vscode.Uri.parse(params.uri), params.among) };
  }
}

/** Those of the `.env` file, where one is set, then those of the environment: a push looks into both. */
async function variableNames(setupFile: vscode.Uri): Promise<readonly string[]> {
  return [...new Set([...Object.keys(await envFileVariables(setupFile)), ...Object.keys(process.env).sort()])];
}

function among(names: readonly string[], wanted: readonly string[] | undefined): readonly string[] {
  return wanted ? wanted.filter((name) => names.includes(name)) : names;
}

/** Paths relative to the setup file, with `/` between their parts. */
async function fileNames(setupFile: vscode.Uri, wanted: readonly string[] | undefined): Promise<readonly string[]> {
  const folder = vscode.Uri.joinPath(setupFile, "..");
  if (wanted) {
    const found = await Promise.all(
      wanted.map(async (name) => ((await mayBeRead(vscode.Uri.joinPath(folder, name), setupFile)) ? name : undefined)),
    );
    return found.filter((name) => name !== undefined);
  }
  const files = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, KEY_FILES),
    IN_PACKAGES,
    MOST_FILES,
  );
  return files.map((file) => file.path.slice(folder.path.length + 1)).sort();
}

/** Whether a push would find the file: it reads inside the setup file's workspace folder alone, and not in a virtual one. */
async function mayBeRead(file: vscode.Uri, setupFile: vscode.Uri): Promise<boolean> {
  const workspace = setupFile.scheme === "file" ? vscode.workspace.getWorkspaceFolder(setupFile) : undefined;
  if (!workspace || !isInside(workspace.uri.fsPath, file.fsPath)) return false;
  try {
    return (await vscode.workspace.fs.stat(file)).type !== vscode.FileType.Directory;
  } catch {
    return false;
  }
}
