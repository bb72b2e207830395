import { stat } from "node:fs/promises";
import { FileChangeType, type FileEvent } from "vscode-languageserver";
import pLimit from "p-limit";
import { stampOf } from "./readFile.js";
import { pathOf, uriOf } from "./uris.js";
import type { WorkspaceFiles } from "./workspaceFiles.js";

const CONCURRENCY = 8;

/**
 * Which setup files on disk have come, gone or changed, for clients that do not
 * watch files: found by looking, whenever there is an occasion to.
 */
export class ChangesOnDisk {
  readonly #files: WorkspaceFiles;
  #stamps: ReadonlyMap<string, string> = new Map();
  #looking = false;
  #again = false;

  constructor(files: WorkspaceFiles) {
    this.#files = files;
  }

  /**
   * Looks once, and once more if that was asked for meanwhile.
   * @param report gets the changes since the last look; the first look reports every file.
   */
  async look(report: (changes: readonly FileEvent[]) => Promise<void>): Promise<void> {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#takeAgain()) await report(await this.#find());
    } finally {
      this.#looking = false;
    }
  }

  #takeAgain(): boolean {
    const again = this.#again;
    this.#again = false;
    return again;
  }

  async #find(): Promise<readonly FileEvent[]> {
    const before = this.#stamps;
    this.#stamps = await stampsOf(await this.#files.pathsOnDisk());
    const changed = [...this.#stamps]
      .filter(([path, stamp]) => before.get(path) !== stamp)
      .map(([path]): FileEvent => ({ uri: uriOf(path), type: FileChangeType.Changed }));
    const gone = this.#files.all().filter(({ uri }) => !this.#stamps.has(pathOf(uri) ?? ""));
    return [...changed, ...gone.map(({ uri }): FileEvent => ({ uri, type: FileChangeType.Deleted }))];
  }
}

async function stampsOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const limit = pLimit(CONCURRENCY);
  const stamps = new Map<string, string>();
  const look = async (path: string): Promise<void> => {
    const found = await stat(path).catch(() => undefined);
    if (found) stamps.set(path, stampOf(found));
  };
  await Promise.all(paths.map((path) => limit(look, path)));
  return stamps;
}
