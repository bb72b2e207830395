import * as vscode from "vscode";
import { createEnvironment, parseEnvFile, type Variables } from "../../secrets/environment.js";
import { createFileReader } from "../../secrets/files.js";
import type { NamedSecrets } from "../../secrets/namedSecrets.js";
import type { SecretSources } from "../../secrets/sources.js";

/** Where the values for the references of a setup file come from, and the `.env` file among them. */
export interface SourcesOfFile {
  readonly sources: SecretSources;
  readonly envFile: string | undefined;
}

/** Finds the sources for one push of a setup file. Nothing is read in a workspace that is not trusted. */
export async function sourcesFor(file: vscode.Uri, secrets: NamedSecrets): Promise<SourcesOfFile> {
  const trusted = vscode.workspace.isTrusted;
  const folder = file.scheme === "file" ? vscode.workspace.getWorkspaceFolder(file) : undefined;
  const envFile = trusted ? envFileSetting(file) : undefined;
  const read = createFileReader({ setupFile: file.fsPath, workspaceFolder: folder?.uri.fsPath });
  const variables = envFile && folder ? await readEnvFile(folder, envFile) : {};
  return {
    envFile,
    sources: { trusted, environment: createEnvironment(process.env, variables), secret: (name) => secrets.get(name), file: read },
  };
}

function envFileSetting(file: vscode.Uri): string | undefined {
  const name = vscode.workspace.getConfiguration("vaultconn", file).get<string>("envFile", "").trim();
  return name === "" ? undefined : name;
}

async function readEnvFile({ uri }: vscode.WorkspaceFolder, name: string): Promise<Variables> {
  // Paths are relative to the workspace folder, as if a setup file at its root named it.
  const reader = createFileReader({ setupFile: vscode.Uri.joinPath(uri, "setup").fsPath, workspaceFolder: uri.fsPath });
  const reading = await reader(name);
  return reading.ok ? parseEnvFile(reading.text) : {};
}
