import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { createEnvironment, parseEnvFile, type Variables } from "../../core/secrets/environment.js";
import { createFileReader } from "../../core/secrets/files.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import { isInside } from "../../core/text/isInside.js";
import type { SecretSources } from "../../core/secrets/sources.js";

const SECTION = "vaultconn";
const ENV_FILE = "envFile";

/** The `.env` file that counts for a setup file, as the setting names it; none in a workspace that isn't trusted. */
function envFileFor(setupFile: vscode.Uri): string | undefined {
  if (!vscode.workspace.isTrusted) return undefined;
  const name = vscode.workspace.getConfiguration(SECTION, setupFile).get<string>(ENV_FILE, "").trim();
  return name === "" ? undefined : name;
}

/** None where there is no such file in the workspace folder. */
export async function envFileVariables(setupFile: vscode.Uri): Promise<Variables> {
  const name = envFileFor(setupFile);
  const folder = setupFile.scheme === "file" ? vscode.workspace.getWorkspaceFolder(setupFile)?.uri : undefined;
  if (name === undefined || !folder) return {};
  // Paths are relative to the workspace folder, as if a setup file at its root named it.
  const read = createFileReader({
    setupFile: vscode.Uri.joinPath(folder, "setup").fsPath,
    workspaceFolder: folder.fsPath,
  });
  const reading = await read(name);
  return reading.ok ? parseEnvFile(reading.text) : {};
}

/** Calls back when variables may have changed. */
export function watchEnvFiles(changed: () => void): vscode.Disposable {
  let watchers: readonly vscode.Disposable[] = [];
  const stop = () => {
    vscode.Disposable.from(...watchers).dispose();
  };
  const watch = () => {
    stop();
    watchers = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => {
      const name = envFileFor(uri);
      if (name === undefined) return [];
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, name));
      return [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
    });
  };
  const again = () => {
    watch();
    changed();
  };
  watch();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.${ENV_FILE}`)) again();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(again),
    vscode.workspace.onDidGrantWorkspaceTrust(again),
    { dispose: stop },
  );
}

/** Finds the sources for one push of a setup file. Nothing is read in a workspace that isn't trusted. */
export async function sourcesFor(file: vscode.Uri, secrets: NamedSecrets) {
  const trusted = vscode.workspace.isTrusted;
  const folder = file.scheme === "file" ? vscode.workspace.getWorkspaceFolder(file) : undefined;
  const read = createFileReader({ setupFile: file.fsPath, workspaceFolder: folder?.uri.fsPath });
  const environment = createEnvironment(process.env, await envFileVariables(file));
  return {
    envFile: envFileFor(file),
    sources: { trusted, environment, secret: (name: string) => secrets.get(name), file: read } satisfies SecretSources,
  };
}

/**
 * Reports setup files whose references may have other values: a secret or a file changed, or the window has the focus
 * again and may have missed something.
 */
export class ValueSources {
  /** The files, by path, that the values of setup files come from. */
  readonly #sourcesOf = new Map<string, readonly string[]>();
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#changed.event;

  constructor(secrets: Pick<NamedSecrets, "onDidChange">, subscriptions: vscode.Disposable[]) {
    const files = vscode.workspace.createFileSystemWatcher("**");
    // Files are also notified of the folders that they are in, since those may come and go as a whole.
    const written = ({ scheme, fsPath }: vscode.Uri) => {
      if (scheme === "file") this.#notify((source) => source === fsPath || isInside(fsPath, source));
    };
    subscriptions.push(
      files,
      files.onDidChange(written),
      files.onDidCreate(written),
      files.onDidDelete(written),
      // The watcher tells a little later what this window saves itself.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        written(uri);
      }),
      watchEnvFiles(() => {
        this.#notify();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#notify();
      }),
      secrets.onDidChange(() => {
        this.#notify();
      }),
    );
  }

  async note(file: vscode.Uri, references: readonly NamedReference[]): Promise<void> {
    const sources = await Promise.all(references.map((reference) => dependenciesOf(file, reference)));
    if (references.length === 0) this.#sourcesOf.delete(file.toString());
    else this.#sourcesOf.set(file.toString(), sources.flat());
  }

  /** @param isChanged all may have changed if left out. */
  #notify(isChanged?: (source: string) => boolean): void {
    const noted = [...this.#sourcesOf].filter(([, sources]) => !isChanged || sources.some(isChanged));
    if (noted.length > 0) this.#changed.fire(noted.map(([file]) => vscode.Uri.parse(file)));
  }
}

async function dependenciesOf(file: vscode.Uri, reference: NamedReference): Promise<readonly string[]> {
  // A secret isn't in a file, and nothing tells when a provider has another value.
  if (reference.kind === "secret" || reference.kind === "provider") return [];
  const folder = file.scheme === "file" ? vscode.workspace.getWorkspaceFolder(file)?.uri : undefined;
  if (reference.kind === "env") {
    const name = envFileFor(file);
    return folder && name !== undefined ? pathsOf(vscode.Uri.joinPath(folder, name).fsPath) : [];
  }
  return folder ? pathsOf(vscode.Uri.joinPath(file, "..", reference.name).fsPath) : [];
}

/** A path, and where a link on it leads to. */
async function pathsOf(path: string): Promise<readonly string[]> {
  const real = await realpath(path).catch(() => path);
  return real === path ? [path] : [path, real];
}
