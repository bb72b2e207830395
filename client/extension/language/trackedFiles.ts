import { execFile } from "node:child_process";
import path from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import * as vscode from "vscode";
import { batched } from "../../core/storage/durableStorage.js";
import { gitCommand } from "../../core/files/git.js";
import { localFolders } from "../editor/setupFiles.js";
import { isSettingChosen, readSetting } from "../ui/settings.js";
import type { Middleware } from "./languageclient.js";
import { ENV_FILE_SETTING, type Settings, SETTINGS_SECTION } from "../../../server/protocol/messages.js";
import { inBackground } from "../ui/inBackground.js";

const run = promisify(execFile);

/** Bounds the output of `git ls-files`. */
const MAX_LIST_BYTES = 10_000_000;

interface Repository {
  readonly state: { readonly onDidChange: vscode.Event<void> };
}
interface GitExtension {
  getAPI(version: 1): {
    readonly git: { readonly path: string };
    readonly repositories: readonly Repository[];
    readonly onDidOpenRepository: vscode.Event<Repository>;
    readonly onDidCloseRepository: vscode.Event<Repository>;
  };
}

/** Which setup files Git tracks. Runs Git only in trusted workspaces, and only once it's needed. */
export class TrackedFiles {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #paths: ReadonlySet<string> = new Set();
  #isWatching = false;
  readonly onDidChange = this.#changed.event;

  constructor(subscriptions: vscode.Disposable[]) {
    this.#subscriptions = subscriptions;
  }

  /** Whether Git is known to track a file. The first call runs Git; `onDidChange` reports later changes. */
  has({ scheme, fsPath }: vscode.Uri): boolean {
    if (!this.#isWatching && vscode.workspace.isTrusted) {
      this.#isWatching = true;
      inBackground("list-files-in-git", () => this.#watch());
    }
    return scheme === "file" && this.#paths.has(fsPath);
  }

  async #watch(): Promise<void> {
    try {
      const api = (await vscode.extensions.getExtension<GitExtension>("vscode.git")?.activate())?.getAPI(1);
      if (!api) return;
      // One run at a time, so that the last one tells how it is.
      const run = batched(() => this.#list(api.git.path));
      const list = () => {
        inBackground("list-files-in-git", run);
      };
      const watched = new Map<Repository, vscode.Disposable>();
      const watch = (repository: Repository) => {
        watched.set(repository, repository.state.onDidChange(list));
        list();
      };
      this.#subscriptions.push(
        api.onDidOpenRepository(watch),
        api.onDidCloseRepository((repository) => {
          watched.get(repository)?.dispose();
          watched.delete(repository);
          list();
        }),
        new vscode.Disposable(() => {
          for (const subscription of watched.values()) subscription.dispose();
        }),
      );
      api.repositories.forEach(watch);
    } catch {
      // The Git extension is installed but disabled.
    }
  }

  async #list(git: string): Promise<void> {
    const lists = await Promise.all(localFolders().map(({ fsPath }) => trackedIn(git, fsPath)));
    const paths = new Set(lists.flat());
    if (isDeepStrictEqual(paths, this.#paths)) return;
    this.#paths = paths;
    this.#changed.fire();
  }
}

async function trackedIn(git: string, folder: string): Promise<readonly string[]> {
  const command = gitCommand(git, folder, ["ls-files", "-z", "--", "*.vaultconn.json"], {
    env: process.env,
    workspaceFolders: localFolders().map(({ fsPath }) => fsPath),
  });
  if (!command) return [];
  try {
    const { stdout } = await run(command.file, command.args, { env: command.env, maxBuffer: MAX_LIST_BYTES });
    return stdout
      .split("\0")
      .filter(Boolean)
      .map((file) => path.join(folder, file));
  } catch {
    return [];
  }
}

const WARNING: Settings = { plainTextSecret: "warning", tracked: true };

/**
 * Raises `plain-text-secret` to a warning in files that Git tracks, unless the user has chosen a severity. Also
 * withholds the `.env` setting in an untrusted workspace.
 */
export function raiseSeverityInTrackedFiles(tracked: TrackedFiles): NonNullable<Middleware["workspace"]> {
  return {
    configuration: async (params, token, next) => {
      const answers = await next(params, token);
      if (!Array.isArray(answers)) return [];
      return params.items.map(({ section, scopeUri }, index) => {
        const file = scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri);
        if (section === ENV_FILE_SETTING && !vscode.workspace.isTrusted) return null;
        const isRaised =
          section === SETTINGS_SECTION &&
          file &&
          tracked.has(file) &&
          !isSettingChosen("vaultconn.diagnostics.plainTextSecret", file);
        const own = isRaised ? WARNING : (answers[index] as unknown);
        const expiryWarningDays = readSetting("vaultconn.expiryWarningDays", file);
        return section === SETTINGS_SECTION ? { ...(own as object | null), expiryWarningDays } : own;
      });
    },
  };
}
