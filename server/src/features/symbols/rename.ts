import { stat } from "node:fs/promises";
import * as l10n from "@vscode/l10n";
import {
  type CancellationToken,
  type ClientCapabilities,
  LSPErrorCodes,
  type PrepareRenameParams,
  type Range,
  type RenameParams,
  ResponseError,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isReference, providerOf, type ReferenceKind, referenceText } from "../../../../schemas/references.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { keyOfName, type SymbolPlace } from "../../symbols/fileSymbols.js";
import type { Places } from "../../symbols/symbolIndex.js";
import { besideFile, fileNameOf, pathOf } from "../../workspace/uris.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { unquoted } from "../insertion.js";
import type { Context, Feature } from "../feature.js";
import { pathsAfter } from "./willRenameFiles.js";
import { settingsOf, toWorkspaceEdit, usesOf } from "./places.js";

type Refusal = ResponseError<never>;

/** Renames a secret, a variable, a provider's path or a file wherever it's used. */
export const rename: Feature = {
  capabilities: ({ capabilities: { textDocument } }) => ({
    renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  }),
  register(connection, context) {
    connection.onPrepareRename(
      context.answerAboutName<PrepareRenameParams, { range: Range; placeholder: string } | null>(
        "Preparing a rename",
        null,
        (symbol, document) => {
          const range = rangeBetween(document, symbol.place.start, symbol.place.end);
          return refusalOf(context, symbol) ?? { range, placeholder: editableName(symbol) };
        },
      ),
    );
    connection.onRenameRequest(
      context.answerAboutName<RenameParams, WorkspaceEdit | null>(
        "Rename",
        null,
        async (symbol, document, { newName }, token) => {
          const refused = refusalOf(context, symbol);
          if (refused) return refused;
          if (newName === editableName(symbol)) return null;
          return symbol.kind === "file"
            ? renameFile(context, document, symbol, newName)
            : renameEverywhere(context, document, symbol, newName, token);
        },
      ),
    );
  },
};

function refusalOf({ client }: Context, { kind }: SymbolPlace): Refusal | undefined {
  if (kind === "connection") return refusal(l10n.t("You can't rename a connection's ID. The service assigns it."));
  if (kind === "file" && !renamesFiles(client.support.capabilities))
    return refusal(l10n.t("This editor can't rename files from here. Rename the file, then correct the path."));
  return undefined;
}

function renamesFiles({ workspace }: ClientCapabilities): boolean {
  const { documentChanges, resourceOperations } = workspace?.workspaceEdit ?? {};
  return documentChanges === true && resourceOperations?.includes("rename") === true;
}

function refusal(sentence: string): Refusal {
  return new ResponseError<never>(LSPErrorCodes.RequestFailed, sentence);
}

/** The part of a name that can be renamed: for a provider, only its path. */
function editableName({ kind, name }: SymbolPlace): string {
  return kind === "provider" ? providerOf(name).path : name;
}

/** The edits of all setup files, and of the `.env` files that set the variable. */
async function renameEverywhere(
  context: Context,
  document: TextDocument,
  symbol: SymbolPlace,
  newName: string,
  token: CancellationToken,
): Promise<WorkspaceEdit | Refusal> {
  const kind = symbol.kind as Exclude<ReferenceKind, "file">;
  const name = kind === "provider" ? `${providerOf(symbol.name).provider}:${newName}` : newName;
  if (!isReference(referenceText({ kind, name })))
    return refusal(
      kind === "provider"
        ? l10n.t("Enter a path without a closing brace.")
        : l10n.t(
            "Begin the name with a letter or an underscore. After that, use letters, digits, underscores, periods, and hyphens.",
          ),
    );
  const renamed = { kind, name, key: keyOfName(kind, name) };
  const known =
    kind === "provider" ? undefined : await context.client.names({ kind, uri: document.uri, among: [name] }, token);
  const taken = [...(await usesOf(context, renamed)), ...(await settingsOf(context, renamed))];
  if (taken.length > 0 || known?.names?.includes(name))
    return refusal(l10n.t("The name {0} is already in use. Choose another name.", newName));
  const [settings, uses] = [await settingsOf(context, symbol), await usesNow(context, symbol)];
  const isReached = ({ uri }: TextDocument): boolean =>
    uri === document.uri || context.files.folders.length === 0 || context.files.folderOf(uri) !== undefined;
  const outside = uses.filter((use) => !isReached(use.document));
  if (outside.length > 0) showUnrenamed(context, outside, symbol);
  const changed = [...settings, ...uses.filter((use) => isReached(use.document))];
  const edits = changed.map(({ document: changing, places }) => ({
    document: changing,
    edits: places.map(({ place }) => ({ ...place, text: unquoted(newName) })),
  }));
  return toWorkspaceEdit(context, edits);
}

/** The uses of a symbol. Rereads files on disk, since their last change may not have been reported yet. */
async function usesNow(context: Context, symbol: SymbolPlace): Promise<readonly Places[]> {
  const { documents, files } = context;
  const open = new Set(documents.all());
  const known = await usesOf(context, symbol);
  const closed = known.filter(({ document }) => !open.has(document));
  await Promise.all(closed.map(({ document: { uri } }) => files.read(uri)));
  return usesOf(context, symbol);
}

/** Warns about open files outside the folders, which keep the old name. */
function showUnrenamed({ client }: Context, outside: readonly Places[], { name }: SymbolPlace): void {
  const files = outside.map(({ document: { uri } }) => sanitizeText(fileNameOf(uri)));
  client.showWarning(
    l10n.t("Files outside the open folders still refer to {0}: {1}", sanitizeText(name), files.join(", ")),
  );
}

/**
 * Renames the file that a reference names. A client with `willRename` requests the edits of paths itself.
 * @param newPath relative to the setup file.
 */
async function renameFile(
  context: Context,
  document: TextDocument,
  { name }: SymbolPlace,
  newPath: string,
): Promise<WorkspaceEdit | Refusal> {
  const { client, files } = context;
  const [oldUri, newUri] = [besideFile(document.uri, name), besideFile(document.uri, newPath)];
  const isPath = isReference(referenceText({ kind: "file", name: newPath }));
  if (oldUri === undefined || newUri === undefined || !isPath)
    return refusal(l10n.t("Enter a path relative to the setup file, with / between folders."));
  const folder = files.folderOf(document.uri);
  if (folder !== undefined && files.folderOf(newUri) !== folder)
    return refusal(l10n.t("Enter a path inside the workspace folder. A push can't read files outside it."));
  if (!(await isFile(oldUri)))
    return refusal(l10n.t("The file {0} doesn't exist. Correct the path in the setup file.", name));
  if (await isFile(newUri)) return refusal(l10n.t("The file {0} already exists. Enter another path.", newPath));
  const rename = { oldUri, newUri };
  const edits = client.support.capabilities.workspace?.fileOperations?.willRename
    ? []
    : await pathsAfter(context, [rename]);
  return toWorkspaceEdit(context, edits, rename);
}

async function isFile(uri: string): Promise<boolean> {
  const path = pathOf(uri);
  return path !== undefined && (await stat(path).catch(() => undefined))?.isFile() === true;
}
