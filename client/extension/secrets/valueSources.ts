import { realpath } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { placeOfEnvFile } from "../../../schemas/envFile.js";
import { isInside } from "../../../schemas/files.js";
import {
  createEnvironment,
  type EnvFileVariables,
  NO_VARIABLES,
  similarName,
  variablesOf,
} from "../../core/secrets/environment.js";
import { createFileReader } from "../../core/secrets/createFileReader.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import type { SecretSources } from "../../core/secrets/sources.js";
import type { FileValues } from "../editor/fileValues.js";
import { onFileEvent } from "../editor/setupFiles.js";
import { onDidChangeSetting, readSetting } from "../ui/settings.js";

/** The `.env` file for a setup file, as in the setting; none in an untrusted workspace. */
function envFileFor(setupFile: vscode.Uri): string | undefined {
  if (!vscode.workspace.isTrusted) return undefined;
  const name = readSetting("vaultconn.envFile", setupFile)?.trim() ?? "";
  return name === "" ? undefined : name;
}

/** Where the `.env` file for a setup file or folder is; undefined if it has none, or the setting can't be followed. */
function envFilePlace(file: vscode.Uri): ReturnType<typeof placeOfEnvFile> {
  const name = envFileFor(file);
  const folder = file.scheme === "file" ? vscode.workspace.getWorkspaceFolder(file)?.uri : undefined;
  if (name === undefined || !folder) return undefined;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri, ...named }) => ({
    name: named.name,
    path: uri.fsPath,
  }));
  return placeOfEnvFile(name, folder.fsPath, folders);
}

function envFilePath(file: vscode.Uri): string | undefined {
  const place = envFilePlace(file);
  return place && path.join(place.folder, place.path);
}

/** The variables of the `.env` file; empty if the workspace folder has none. */
export async function envFileVariables(setupFile: vscode.Uri): Promise<EnvFileVariables> {
  const name = envFileFor(setupFile);
  if (name === undefined || setupFile.scheme !== "file" || !vscode.workspace.getWorkspaceFolder(setupFile))
    return NO_VARIABLES;
  const place = envFilePlace(setupFile);
  if (!place) return variablesOf({ ok: false, fault: "absolute" }, name);
  // The path is relative to the workspace folder, as if a setup file at its root named it.
  const read = createFileReader(path.join(place.folder, "setup"), place.folder);
  return variablesOf(await read(place.path), name);
}

/** Calls `changed` when variables may have changed. */
export function watchEnvFiles(files: vscode.FileSystemWatcher, changed: () => void): vscode.Disposable {
  const written = ({ scheme, fsPath }: vscode.Uri) => {
    const folders = scheme === "file" ? (vscode.workspace.workspaceFolders ?? []) : [];
    if (folders.some(({ uri }) => envFilePath(uri) === fsPath)) changed();
  };
  return vscode.Disposable.from(
    onFileEvent(files, written),
    onDidChangeSetting("vaultconn.envFile", changed),
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
  );
}

export function fileValues(files: vscode.FileSystemWatcher, secrets: NamedSecrets): FileValues {
  return {
    sourcesFor: (file) => sourcesFor(file, secrets),
    pathsOf: pathsOfValues,
    watch: (changed) => watchValues(files, secrets, changed),
  };
}

/** Finds the value sources for one push of a setup file. Reads nothing in an untrusted workspace. */
export async function sourcesFor(
  file: vscode.Uri,
  secrets: Pick<NamedSecrets, "get" | "names">,
): Promise<SecretSources> {
  const trusted = vscode.workspace.isTrusted;
  const folder = file.scheme === "file" ? vscode.workspace.getWorkspaceFolder(file) : undefined;
  const read = createFileReader(file.fsPath, folder?.uri.fsPath);
  const ofFile = await envFileVariables(file);
  const environment = createEnvironment(process.env, ofFile);
  return {
    trusted,
    environment,
    envFile: envFileFor(file),
    envFileProblem: ofFile.problem,
    similar: (reference) => {
      const variables = [...ofFile.names, ...Object.keys(process.env)].filter((name) => hasValue(environment(name)));
      return similarName(reference, [
        ...secrets.names.map((name) => ({ kind: "secret" as const, name })),
        ...variables.map((name) => ({ kind: "env" as const, name })),
      ]);
    },
    secret: (name) => secrets.get(name),
    file: read,
  };
}

function hasValue(variable: ReturnType<SecretSources["environment"]>): boolean {
  return typeof variable === "string" && variable.trim() !== "";
}

/**
 * Calls `changed` when values of references may be new: a secret or a file changed, or the window got focus and may have
 * missed a change.
 * @param changed gets a test of whether the values that come from some paths may be new.
 */
function watchValues(
  files: vscode.FileSystemWatcher,
  secrets: Pick<NamedSecrets, "onDidChange">,
  changed: (isChanged: (paths: readonly string[]) => boolean) => void,
): vscode.Disposable {
  // Also matches folders of the sources, since VS Code reports only the folder if it comes or goes as a whole.
  const written = ({ scheme, fsPath }: vscode.Uri) => {
    if (scheme === "file") changed((paths) => paths.some((value) => value === fsPath || isInside(fsPath, value)));
  };
  const anyChanged = () => {
    changed(() => true);
  };
  return vscode.Disposable.from(
    onFileEvent(files, written),
    // The watcher reports this window's own saves late.
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      written(uri);
    }),
    watchEnvFiles(files, anyChanged),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) anyChanged();
    }),
    secrets.onDidChange(anyChanged),
  );
}

/**
 * The paths that values of a setup file come from, and where their symbolic links lead. Secrets aren't in files, and
 * providers don't report new values.
 */
async function pathsOfValues(file: vscode.Uri, references: readonly NamedReference[]): Promise<readonly string[]> {
  if (file.scheme !== "file" || !vscode.workspace.getWorkspaceFolder(file)) return [];
  const envFile = envFilePath(file);
  const named = references.flatMap(({ kind, name }) => {
    if (kind === "env") return envFile === undefined ? [] : [envFile];
    return kind === "file" ? [vscode.Uri.joinPath(file, "..", name).fsPath] : [];
  });
  const paths = [...new Set(named)];
  return [...paths, ...(await Promise.all(paths.map((value) => realpath(value).catch(() => value))))];
}
