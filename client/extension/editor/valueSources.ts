import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { referenceKey } from "../../core/secrets/lookUp.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import { envFileFor, watchEnvFiles } from "./envFile.js";

/** Any variable may come from the `.env` file, and go there. */
const ENVIRONMENT = "env";

/**
 * Tells of setup files behind whose references other values may stand now: a secret was stored or removed, in this
 * window or another, a file was written that is named or holds variables, or the window has the focus again, which may
 * have missed something meanwhile.
 */
export class ValueSources implements vscode.Disposable {
  /** The setup files by what their values come from: secrets by their reference, files by their path, and the environment. */
  readonly #dependents = new Map<string, Set<string>>();
  readonly #sourcesOf = new Map<string, ReadonlySet<string>>();
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #subscription: vscode.Disposable;
  /** Fires with those files. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: Pick<NamedSecrets, "onDidChange">) {
    const files = vscode.workspace.createFileSystemWatcher("**");
    const written = ({ scheme, fsPath }: vscode.Uri) => {
      if (scheme === "file") this.#notify(pathSource(fsPath));
    };
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      files,
      files.onDidChange(written),
      files.onDidCreate(written),
      files.onDidDelete(written),
      // The watcher tells a little later what this window saves itself.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        written(uri);
      }),
      watchEnvFiles(() => {
        this.#notify(ENVIRONMENT);
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#fire([...this.#sourcesOf.keys()]);
      }),
      secrets.onDidChange((name) => {
        this.#notify(referenceKey({ kind: "secret", name }));
      }),
    );
  }

  /** Notes which references a setup file has now, and so what its values come from. */
  async note(file: vscode.Uri, references: readonly NamedReference[]): Promise<void> {
    const sources = new Set((await Promise.all(references.map((reference) => sourcesFor(file, reference)))).flat());
    const key = file.toString();
    for (const source of this.#sourcesOf.get(key) ?? []) this.#dependents.get(source)?.delete(key);
    if (sources.size === 0) this.#sourcesOf.delete(key);
    else this.#sourcesOf.set(key, sources);
    for (const source of sources) {
      const files = this.#dependents.get(source) ?? new Set();
      this.#dependents.set(source, files.add(key));
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #notify(source: string): void {
    const files = this.#dependents.get(source);
    if (files && files.size > 0) this.#fire([...files]);
  }

  #fire(files: readonly string[]): void {
    if (files.length > 0) this.#changed.fire(files.map((file) => vscode.Uri.parse(file)));
  }
}

/** What the value of a reference comes from. Of files also the folders they are in, since those may come and go as a whole. */
async function sourcesFor(file: vscode.Uri, reference: NamedReference): Promise<readonly string[]> {
  if (reference.kind === "secret") return [referenceKey(reference)];
  const folder = file.scheme === "file" ? vscode.workspace.getWorkspaceFolder(file)?.uri : undefined;
  if (reference.kind === "env") {
    const name = envFileFor(file);
    return folder && name !== undefined
      ? [ENVIRONMENT, ...(await pathsOf(vscode.Uri.joinPath(folder, name), folder))]
      : [ENVIRONMENT];
  }
  return folder ? pathsOf(vscode.Uri.joinPath(file, "..", reference.name), folder) : [];
}

/** A path, where a link on it leads to, and the folders above, up to the workspace folder. */
async function pathsOf({ fsPath: named }: vscode.Uri, { fsPath: folder }: vscode.Uri): Promise<readonly string[]> {
  const real = await realpath(named).catch(() => named);
  return [...new Set([named, real])].flatMap((path) => upTo(folder, path).map(pathSource));
}

function upTo(folder: string, path: string): readonly string[] {
  const parent = path.replace(/[/\\][^/\\]*$/, "");
  return parent === path || parent.length <= folder.length ? [path] : [path, ...upTo(folder, parent)];
}

function pathSource(path: string): string {
  return `path:${path}`;
}
