import { mkdir } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { FILE_ENDING, isInside } from "../../../schemas/files.js";
import {
  digestOf,
  endRequest,
  isRecent,
  readRequests,
  REQUESTS_FILE,
  type ReviewRequest,
  stateOf,
} from "../../core/agents/reviewRequests.js";
import { batched, OWN_FOLDER } from "../../core/storage/durableStorage.js";
import { stateFolder } from "../../core/storage/stateFolder.js";
import { memoize } from "../../core/text/memoize.js";
import { repositoryOf } from "../../core/text/repositoryOf.js";
import { inBackground } from "../ui/inBackground.js";
import { isForeign, localFolders, onFileEvent, realPathOf } from "./setupFiles.js";

/** What agents ask a person to review, in this workspace. Restricted Mode has none. */
export class ReviewRequests {
  /** By URI. */
  #waiting: ReadonlyMap<string, ReviewRequest> = new Map();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #read = batched(() => this.#readAll());

  constructor(files: vscode.FileSystemWatcher, subscriptions: vscode.Disposable[]) {
    const read = () => {
      inBackground("read-review-requests", this.#read);
    };
    const watch = memoize(async (folder: string) => {
      // VS Code doesn't watch a folder that isn't there. Without a place for it, no agent can leave a request either.
      await mkdir(folder, OWN_FOLDER).catch(() => undefined);
      const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), REQUESTS_FILE);
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      subscriptions.push(watcher, onFileEvent(watcher, read));
      read();
    });
    const begin = () => {
      const folders = vscode.workspace.isTrusted ? [...stateFolders()] : [];
      inBackground("read-review-requests", () => Promise.all(folders.map(watch)));
      read();
    };
    subscriptions.push(
      this.#changed,
      onFileEvent(files, (uri) => {
        const at = uri.toString();
        if ([...this.#waiting.keys()].some((file) => file === at || file.startsWith(`${at}/`))) read();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(begin),
      vscode.workspace.onDidGrantWorkspaceTrust(begin),
    );
    begin();
  }

  /** By URI. */
  get all(): ReadonlyMap<string, ReviewRequest> {
    return new Map([...this.#waiting].filter(([, request]) => isRecent(request)));
  }

  /** The state folder for a file's requests. @param file a real path. */
  folderOf(file: string): string | undefined {
    const folder = realFolders().find(({ real }) => isInside(real, file));
    return folder && stateFolderOf(folder.real);
  }

  async end(file: vscode.Uri, ended: NonNullable<ReviewRequest["ended"]>): Promise<void> {
    const real = realPathOf(file);
    const folder = this.folderOf(real);
    if (folder === undefined) return;
    await endRequest(folder, real, ended);
    await this.#read();
  }

  async #readAll(): Promise<void> {
    const folders = vscode.workspace.isTrusted ? realFolders() : [];
    const requests = (await Promise.all([...stateFolders()].map(readRequests))).flat();
    const waiting = await Promise.all(
      requests.map(async (request): Promise<readonly (readonly [string, ReviewRequest])[]> => {
        const within = folders.find(({ real }) => isInside(real, request.file));
        if (!within) return [];
        const file = vscode.Uri.joinPath(within.uri, path.relative(within.real, request.file).replaceAll("\\", "/"));
        if (isForeign(file) || !request.file.endsWith(FILE_ENDING)) return [];
        const digest = await digestOf(request.file, [within.real]);
        return stateOf(request, digest) === "waiting" ? [[file.toString(), request]] : [];
      }),
    );
    const before = this.#waiting;
    this.#waiting = new Map(waiting.flat());
    if (!isDeepStrictEqual(before, this.#waiting)) this.#changed.fire();
  }
}

function realFolders() {
  return localFolders().map((uri) => ({ uri, real: realPathOf(uri) }));
}

function stateFolders(): ReadonlySet<string> {
  return new Set(realFolders().flatMap(({ real }) => stateFolderOf(real) ?? []));
}

/** As `vaultconn mcp` finds it. */
function stateFolderOf(folder: string): string | undefined {
  return stateFolder(repositoryOf(folder), process.env);
}
