import type { FileSystemWatcher } from "vscode";
import { readFile, readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Emitter } from "vscode-languageserver";
import { URI, Utils } from "vscode-uri";

import { root } from "./folder.js";
import { partOf } from "./partOf.js";

class Disposable {
  static readonly from = (...parts: readonly { dispose(): unknown }[]) =>
    new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  constructor(readonly dispose: () => void) {}
}

const Uri = Object.assign(URI, { joinPath: Utils.joinPath });

/** A class of VS Code whose objects hold what they're made of, by these names. */
const holding = (...names: readonly string[]) =>
  function (this: object, ...parts: readonly unknown[]) {
    Object.assign(this, Object.fromEntries(names.map((name, at) => [name, parts[at]])));
  };

/** What happens in the window, what a user is shown there, and what they do about it. */
export const editor = {
  settings: {} as Record<string, unknown>,
  /** What each message says and offers. */
  messages: [] as unknown[][],
  /** Which button of a message is pressed. */
  press: (_message: readonly unknown[]): unknown => undefined,
  executed: [] as unknown[][],
  focused: new Emitter<{ focused: boolean }>(),
  renamed: new Emitter<object>(),
  deleted: new Emitter<object>(),
  configured: new Emitter<{ affectsConfiguration(): boolean }>(),
};

/** What becomes of files and folders. */
const watched = new Emitter<{ readonly what: "created" | "changed" | "deleted"; readonly uri: URI }>();

const never = new Emitter<never>().event;

/** Messages that nobody answers are open until the window is another one. */
let window = Promise.withResolvers<undefined>();

function show(...message: readonly unknown[]): Promise<unknown> {
  editor.messages.push([...message]);
  return Promise.race([editor.press(message), window.promise]);
}

/** As much of VS Code as its own parts of the extension use in tests that need no window. What one test alone needs, it adds. */
export const vscode = {
  CodeLens: holding("range", "command"),
  Disposable,
  FileType: { File: 1, Directory: 2, SymbolicLink: 64 },
  EventEmitter: Emitter,
  Range: holding("start", "end"),
  ThemeColor: holding("id"),
  ThemeIcon: holding("id", "color"),
  TreeItem: holding("label", "collapsibleState"),
  Uri,
  ConfigurationTarget: { Global: 1 },
  ProgressLocation: {},
  QuickPickItemKind: { Separator: -1 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  env: { language: "en" },
  commands: {
    executeCommand: (...given: unknown[]) => Promise.resolve(void editor.executed.push(given)),
  },
  window: {
    showErrorMessage: show,
    showInformationMessage: show,
    showWarningMessage: show,
    onDidChangeWindowState: editor.focused.event,
    withProgress: (_: unknown, work: (progress: object, cancellation: object) => unknown) =>
      work(
        { report: () => undefined },
        { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) },
      ),
  },
  workspace: {
    isTrusted: true,
    getWorkspaceFolder: () => ({ uri: Uri.file(root) }),
    textDocuments: [],
    findFiles: async (pattern: string) => {
      const names = await readdir(root, { recursive: true });
      return names.filter((name) => fits(pattern, name)).map((name) => Uri.file(join(root, name)));
    },
    decode: (bytes: Buffer) => Promise.resolve(String(bytes)),
    fs: { readFile: ({ fsPath }: URI) => readFile(fsPath), stat: ({ fsPath }: URI) => stat(fsPath) },
    asRelativePath: ({ fsPath }: URI) => relative(root || "/", fsPath).replaceAll(sep, "/"),
    getConfiguration: (section?: string) => {
      const nameOf = (key: string) => (section === undefined ? key : `${section}.${key}`);
      return {
        get: (key: string) => editor.settings[nameOf(key)],
        inspect: (key: string) => ({ globalValue: editor.settings[nameOf(key)] }),
        update: (key: string, value: unknown) => {
          editor.settings[nameOf(key)] = value;
          return Promise.resolve();
        },
      };
    },
    createFileSystemWatcher: (pattern: string) => {
      const on = (wanted: string) => (listener: (uri: URI) => void) =>
        watched.event(({ what, uri }) => {
          if (what === wanted && fits(pattern, uri.path)) listener(uri);
        });
      const dispose = () => undefined;
      return { onDidCreate: on("created"), onDidChange: on("changed"), onDidDelete: on("deleted"), dispose };
    },
    onDidChangeTextDocument: never,
    onDidChangeWorkspaceFolders: never,
    onDidGrantWorkspaceTrust: never,
    onDidChangeConfiguration: editor.configured.event,
    onDidDeleteFiles: editor.deleted.event,
    onDidRenameFiles: editor.renamed.event,
    onDidSaveTextDocument: never,
  },
};

/** The watcher that all features share. */
export function watchAll(): FileSystemWatcher {
  return partOf<FileSystemWatcher>(vscode.workspace.createFileSystemWatcher("**"));
}

/** A window in which nothing has happened yet. */
export function resetEditor(): void {
  const settings = { "vaultconn.envFile": ".env" };
  Object.assign(editor, { settings, messages: [], press: () => undefined, executed: [] });
  vscode.workspace.isTrusted = true;
  window.resolve(undefined);
  window = Promise.withResolvers();
  watched.dispose();
}

/** Whether a path fits a pattern that ends in a name or in `**`. */
function fits(pattern: string, path: string): boolean {
  return path.endsWith(pattern.replace(/^.*\*/, "").replace("/", ""));
}

/** Reports what became of a file or folder, as VS Code's watchers do. */
export function fireWatched(what: "created" | "changed" | "deleted", path: string): void {
  watched.fire({ what, uri: Uri.file(path) });
}
