import { readdir } from "node:fs/promises";
import { pathToFileURL, fileURLToPath } from "node:url";
import { join, relative } from "node:path";

import { useFolder } from "../folder.js";
import { Disposable, EventEmitter } from "../sidebar/vscodeStub.js";

/** The address of a file on this machine. */
export class FileUri {
  public readonly scheme = "file";
  private constructor(public readonly fsPath: string) {}
  public static parse(text: string): FileUri {
    return new FileUri(fileURLToPath(text));
  }
  public static file(path: string): FileUri {
    return new FileUri(path);
  }
  public static joinPath(uri: FileUri, ...parts: readonly string[]): FileUri {
    return new FileUri(join(uri.fsPath, ...parts));
  }
  public get path(): string {
    return this.fsPath;
  }
  public with({ path }: { readonly path: string }): FileUri {
    return new FileUri(path);
  }
  public toString(): string {
    return pathToFileURL(this.fsPath).toString();
  }
}

class RelativePattern {
  public constructor(
    public readonly base: FileUri,
    public readonly pattern: string,
  ) {}
}

/** What this VS Code reports: the watchers that were made, and the events of the window. */
const watched: { pattern: string | RelativePattern; event: EventEmitter<FileUri> }[] = [];
const saved = new EventEmitter<{ uri: FileUri }>();
const focus = new EventEmitter<{ focused: boolean }>();
const never = new EventEmitter<never>().event;

/** Whether a path fits a pattern that ends in a name or in `**`. */
function fits(pattern: string, path: string): boolean {
  return path.endsWith(pattern.replace(/^.*\*/, "").replace("/", ""));
}

/** As much of VS Code as what knows the states of files uses: one workspace folder, which is trusted, and `.env` in it. */
export const editorStub = {
  Disposable,
  EventEmitter,
  RelativePattern,
  Uri: FileUri,
  folder: "",
  ProgressLocation: {},
  QuickPickItemKind: { Separator: -1 },
  /** The warnings that were shown. */
  warnings: [] as string[],
  window: {
    showWarningMessage: (text: string) => Promise.resolve(void editorStub.warnings.push(text)),
    onDidChangeWindowState: focus.event,
    withProgress: (_: unknown, work: (progress: object, cancellation: object) => unknown) =>
      work({ report: () => undefined }, { isCancellationRequested: false }),
  },
  workspace: {
    isTrusted: true,
    get workspaceFolders() {
      return [{ uri: FileUri.file(editorStub.folder) }];
    },
    getWorkspaceFolder: () => ({ uri: FileUri.file(editorStub.folder) }),
    textDocuments: [] as { uri: FileUri; version: number }[],
    findFiles: async (pattern: string) => {
      const names = await readdir(editorStub.folder, { recursive: true });
      return names.filter((name) => fits(pattern, name)).map((name) => FileUri.file(join(editorStub.folder, name)));
    },
    asRelativePath: ({ fsPath }: FileUri) => relative(editorStub.folder, fsPath),
    getConfiguration: () => ({ get: () => ".env" }),
    createFileSystemWatcher: (pattern: string | RelativePattern) => {
      const event = new EventEmitter<FileUri>();
      watched.push({ pattern, event });
      return { onDidChange: event.event, onDidCreate: never, onDidDelete: never, dispose: () => undefined };
    },
    onDidSaveTextDocument: saved.event,
    onDidChangeTextDocument: never,
    onDidRenameFiles: never,
    onDidChangeConfiguration: never,
    onDidChangeWorkspaceFolders: never,
    onDidGrantWorkspaceTrust: never,
  },
};

/** An empty workspace folder for each test of a file. */
export function useWorkspace(): () => string {
  return useFolder((folder) => Object.assign(editorStub, { folder, warnings: [] }));
}

/** Reports a file that was written, made or removed, as VS Code's watchers do. */
export function fireWritten(path: string): void {
  for (const { pattern, event } of watched) {
    const isWatched =
      typeof pattern === "string" ? fits(pattern, path) : path === join(pattern.base.fsPath, pattern.pattern);
    if (isWatched) event.fire(FileUri.file(path));
  }
}

/** Reports a file that an editor has saved: at once, and a little later as of any file that was written. */
export function fireSaved(path: string): void {
  saved.fire({ uri: FileUri.file(path) });
  fireWritten(path);
}

/** The window has the focus again. */
export function fireFocus(): void {
  focus.fire({ focused: true });
}
