import * as vscode from "vscode";
import { envFileFor, envFileVariables } from "./envFile.js";
import { createEnvironment } from "../../core/secrets/environment.js";
import { createFileReader } from "../../core/secrets/files.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { SecretSources } from "../../core/secrets/sources.js";

/** Where the values for the references of a setup file come from, and the `.env` file among them. */
export interface SourcesOfFile {
  readonly sources: SecretSources;
  readonly envFile: string | undefined;
}

/** Finds the sources for one push of a setup file. Nothing is read in a workspace that is not trusted. */
export async function sourcesFor(file: vscode.Uri, secrets: NamedSecrets): Promise<SourcesOfFile> {
  const trusted = vscode.workspace.isTrusted;
  const folder = file.scheme === "file" ? vscode.workspace.getWorkspaceFolder(file) : undefined;
  const read = createFileReader({ setupFile: file.fsPath, workspaceFolder: folder?.uri.fsPath });
  const environment = createEnvironment(process.env, await envFileVariables(file));
  return {
    envFile: envFileFor(file),
    sources: { trusted, environment, secret: (name) => secrets.get(name), file: read },
  };
}
