import { stat } from "node:fs/promises";
import nodePath from "node:path";
import type { FileRename, RenameFilesParams, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { SymbolPlace } from "../../symbols/fileSymbols.js";
import { besideFile, pathOf } from "../../workspace/uris.js";
import type { Context, Feature } from "../feature.js";
import { unquoted } from "../insertion.js";
import { toWorkspaceEdit, type FileEdits } from "./places.js";

/** Updates the paths of `${file:…}` when files or folders are renamed or moved in the editor. */
export const willRenameFiles: Feature = {
  capabilities: ({ capabilities: { workspace } }) =>
    workspace?.fileOperations?.willRename
      ? { workspace: { fileOperations: { willRename: { filters: [{ scheme: "file", pattern: { glob: "**" } }] } } } }
      : {},
  register(connection, context) {
    connection.workspace.onWillRenameFiles(
      context.answer("Moving files", null, async ({ files }: RenameFilesParams): Promise<WorkspaceEdit | null> => {
        const edits = await pathsAfter(context, files);
        return edits.length === 0 ? null : toWorkspaceEdit(context, edits);
      }),
    );
  },
};

/** The edits that keep references to the same files after renames. They apply to setup files before they're moved. */
export async function pathsAfter({ symbols }: Context, renames: readonly FileRename[]): Promise<readonly FileEdits[]> {
  await symbols.settle();
  const moved = movement(renames);
  const all = await Promise.all(
    [...symbols.all()].map(async ({ document, places }): Promise<FileEdits> => {
      const ofFiles = places.filter(({ kind }) => kind === "file");
      const edits = await Promise.all(ofFiles.map(async (place) => editOf(document, place, moved)));
      return { document, edits: edits.filter((edit) => edit !== undefined) };
    }),
  );
  return all.filter(({ edits }) => edits.length > 0);
}

type Movement = (path: string) => string | undefined;

async function editOf(
  { uri }: TextDocument,
  { name, place }: SymbolPlace,
  moved: Movement,
): Promise<FileEdits["edits"][number] | undefined> {
  const [from, target] = [pathOf(uri), pathOf(besideFile(uri, name) ?? "")];
  if (from === undefined || target === undefined) return undefined;
  const [newFrom, newTarget] = [moved(from), moved(target)];
  if (newFrom === undefined && newTarget === undefined) return undefined;
  const path = relativePath(nodePath.dirname(newFrom ?? from), newTarget ?? target, name);
  if (path === undefined || besideFile(uri, path) === besideFile(uri, name)) return undefined;
  // A path that leads to no file doesn't need an update.
  if (newTarget === undefined && !(await exists(target))) return undefined;
  return { ...place, text: unquoted(path) };
}

/**
 * The relative path from a folder to a file, in the style of the previous one; undefined if no reference can express
 * it.
 */
function relativePath(folder: string, file: string, before: string): string | undefined {
  const relative = nodePath.relative(folder, file).replaceAll(nodePath.sep, "/");
  if (relative === "" || relative.includes("}") || nodePath.isAbsolute(relative)) return undefined;
  return /^\.[\\/]/.test(before) && !relative.startsWith("../") ? `./${relative}` : relative;
}

/** Maps a path to its place after the renames; undefined if it doesn't move. The innermost renamed folder applies. */
function movement(renames: readonly FileRename[]): Movement {
  const paths = renames.flatMap(({ oldUri, newUri }) => {
    const [from, to] = [pathOf(oldUri), pathOf(newUri)];
    return from === undefined || to === undefined ? [] : [{ from: trimmed(from), to: trimmed(to) }];
  });
  paths.sort((a, b) => b.from.length - a.from.length);
  return (path) => {
    const rename = paths.find(({ from }) => path === from || path.startsWith(`${from}${nodePath.sep}`));
    return rename && rename.to + path.slice(rename.from.length);
  };
}

function trimmed(path: string): string {
  return path.endsWith(nodePath.sep) ? path.slice(0, -1) : path;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
