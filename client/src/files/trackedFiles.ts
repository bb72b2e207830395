import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";

const run = promisify(execFile);

/** Git's own list of what it tracks is bounded like everything that is read. */
const MOST_BYTES = 10_000_000;

/** The part of the built-in Git extension's interface that is used. */
interface GitExtension {
  getAPI(version: 1): { readonly git: { readonly path: string }; readonly repositories: readonly { readonly state: { onDidChange: vscode.Event<void> } }[] };
}

/**
 * Knows which setup files Git tracks, since a credential in one of those is
 * about to be shared. Git is asked in trusted workspaces only; where there is no
 * Git, nothing is tracked.
 */
export class TrackedFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: { dispose(): unknown }[] = [this.#changed];
  #paths: ReadonlySet<string> = new Set();
  readonly onDidChange = this.#changed.event;

  has({ scheme, fsPath }: vscode.Uri): boolean {
    return scheme === "file" && this.#paths.has(fsPath);
  }

  /** Asks Git now, and again whenever a repository changes. */
  async watch(): Promise<void> {
    const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
    if (!extension || !vscode.workspace.isTrusted) return;
    try {
      const api = (await extension.activate()).getAPI(1);
      const look = () => void this.#look(api.git.path);
      this.#subscriptions.push(...api.repositories.map(({ state }) => state.onDidChange(look)));
      await this.#look(api.git.path);
    } catch {
      // The Git extension is there and switched off.
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #look(git: string): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const lists = await Promise.all(folders.map(({ uri }) => trackedIn(git, uri.fsPath)));
    const paths = new Set(lists.flat());
    const same = paths.size === this.#paths.size && [...paths].every((file) => this.#paths.has(file));
    this.#paths = paths;
    if (!same) this.#changed.fire();
  }
}

async function trackedIn(git: string, folder: string): Promise<readonly string[]> {
  try {
    const { stdout } = await run(git, ["ls-files", "-z", "--", "*.vaultconn.json"], { cwd: folder, maxBuffer: MOST_BYTES });
    return stdout.split("\0").filter(Boolean).map((file) => path.join(folder, file));
  } catch {
    return [];
  }
}
