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
import {
  isReferenceName,
  parseReferences,
  providerOf,
  type ReferenceKind,
  referenceText,
} from "../../../../schemas/references.js";
import { rangeBetween } from "../../document/tree.js";
import { keyOfName, type NamedSymbol, type SymbolPlace } from "../../symbols/fileSymbols.js";
import { besideFile, pathOf } from "../../workspace/uris.js";
import { escapeMarkdown } from "../describe.js";
import { unquoted } from "../insertion.js";
import type { Context, Feature } from "../feature.js";
import { pathsAfter } from "./moves.js";
import { nameAt, type Places, settingsOf, toWorkspaceEdit, usesOf } from "./places.js";

type Refusal = ResponseError<never>;

/** Gives a secret, a variable or a file another name, wherever it is named. */
export const rename: Feature = {
  capabilities: ({ capabilities: { textDocument } }) => ({
    renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  }),
  register(connection, context) {
    const { answerAbout, openFiles } = context;
    connection.onPrepareRename(
      answerAbout(
        "Preparing a rename",
        null,
        (document, { position }: PrepareRenameParams): { range: Range; placeholder: string } | Refusal | null => {
          const symbol = nameAt(context, document, position);
          if (!symbol) return null;
          const { place, name, kind } = symbol;
          const placeholder = kind === "provider" ? providerOf(name).path : name;
          return refusalOf(context, symbol) ?? { range: rangeBetween(document, place.start, place.end), placeholder };
        },
        openFiles,
      ),
    );
    connection.onRenameRequest(
      answerAbout(
        "Rename",
        null,
        async (document, { position, newName }: RenameParams, token): Promise<WorkspaceEdit | Refusal | null> => {
          const symbol = nameAt(context, document, position);
          if (!symbol) return null;
          const refused = refusalOf(context, symbol);
          if (refused) return refused;
          if (newName === symbol.name) return null;
          if (symbol.kind === "provider") return renamePath(context, { document, symbol, newName, token });
          if (symbol.kind !== "file") {
            if (!isReferenceName(newName))
              return refusal(
                l10n.t(
                  "Begin the name with a letter or an underscore. After that, use letters, digits, underscores, periods, and hyphens.",
                ),
              );
            return renameEverywhere(context, { document, symbol, newName, token });
          }
          const edit = await renameFile(context, document, symbol, newName);
          return typeof edit === "string" ? refusal(edit) : edit;
        },
        openFiles,
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

interface Renaming {
  readonly document: TextDocument;
  readonly symbol: SymbolPlace;
  readonly newName: string;
  readonly token: CancellationToken;
}

/** The path of a provider, which stays the same provider's. */
function renamePath(
  context: Context,
  renaming: Renaming,
): Promise<WorkspaceEdit | Refusal> | WorkspaceEdit | Refusal | null {
  const { provider, path } = providerOf(renaming.symbol.name);
  const { newName } = renaming;
  if (newName === path) return null;
  const written = referenceText({ kind: "provider", name: `${provider}:${newName}` });
  if (parseReferences(written).references[0]?.end !== written.length)
    return refusal(l10n.t("Enter a path without a closing brace."));
  return renameEverywhere(context, renaming, provider);
}

/** Edits of all setup files, and of the `.env` files that set the variable. @param provider of a path. */
async function renameEverywhere(
  context: Context,
  renaming: Renaming,
  provider?: string,
): Promise<WorkspaceEdit | Refusal> {
  const { document, symbol, newName } = renaming;
  const isUsed =
    provider === undefined
      ? await isTaken(context, renaming)
      : (await usesOf(context, namedPath(`${provider}:${newName}`))).length > 0;
  if (isUsed) return refusal(l10n.t("The name {0} is already in use. Choose another name.", newName));
  const [settings, uses] = [await settingsOf(context, symbol), await usesNow(context, symbol)];
  const isReached = ({ uri }: TextDocument): boolean =>
    uri === document.uri || context.files.folders.length === 0 || context.files.folderOf(uri) !== undefined;
  const outside = uses.filter((use) => !isReached(use.document));
  if (outside.length > 0) showUnrenamed(context, outside, symbol);
  const changed = [...settings, ...uses.filter((use) => isReached(use.document))];
  return toWorkspaceEdit(
    context,
    changed.map(({ document: changing, places }) => ({
      document: changing,
      edits: places.map(({ place }) => ({ ...place, text: provider === undefined ? newName : unquoted(newName) })),
    })),
  );
}

function namedPath(name: string): NamedSymbol {
  return { kind: "provider", name, key: keyOfName("provider", name) };
}

/** Whether something else has the name, or something refers to it. */
async function isTaken(context: Context, { document, symbol, newName, token }: Renaming): Promise<boolean> {
  const kind = symbol.kind as Exclude<ReferenceKind, "file" | "provider">;
  const named = { kind, name: newName, key: keyOfName(kind, newName) };
  if ((await usesOf(context, named)).length > 0 || (await settingsOf(context, named)).length > 0) return true;
  const known = await context.client.names({ kind, uri: document.uri, among: [newName] }, token);
  return known?.names?.includes(newName) === true;
}

/** The uses of a symbol, the files on disk read once more: what changed last may not have been told yet. */
async function usesNow(context: Context, symbol: SymbolPlace): Promise<readonly Places[]> {
  const { documents, files } = context;
  const open = new Set(documents.all());
  const known = await usesOf(context, symbol);
  await Promise.all(
    known.filter(({ document }) => !open.has(document)).map(({ document: { uri } }) => files.refresh(uri)),
  );
  return usesOf(context, symbol);
}

/** Names the files that are open, but in no folder that is, and so keep the old name. */
function showUnrenamed({ client }: Context, outside: readonly Places[], { name }: SymbolPlace): void {
  const files = outside.map(({ document: { uri } }) =>
    escapeMarkdown(decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1))),
  );
  client.showWarning(
    l10n.t("Files outside the open folders still refer to {0}: {1}", escapeMarkdown(name), files.join(", ")),
  );
}

/**
 * Renames the file that a reference names. An editor that asks before it renames files is notified of the paths that follow
 * when it does; any other gets them along.
 * @param newPath relative to the setup file, as the reference has it.
 * @returns the edit, or a sentence that says why there is none.
 */
async function renameFile(
  context: Context,
  document: TextDocument,
  { name }: SymbolPlace,
  newPath: string,
): Promise<WorkspaceEdit | string> {
  const { client, files } = context;
  const [oldUri, newUri] = [besideFile(document.uri, name), besideFile(document.uri, newPath)];
  const written = referenceText({ kind: "file", name: newPath });
  if (oldUri === undefined || newUri === undefined || parseReferences(written).references[0]?.end !== written.length)
    return l10n.t("Enter a path relative to the setup file, with / between folders.");
  const folder = files.folderOf(document.uri);
  if (folder !== undefined && files.folderOf(newUri) !== folder)
    return l10n.t("Enter a path inside the workspace folder. A push can't read files outside it.");
  if (!(await isFile(oldUri))) return l10n.t("The file {0} doesn't exist. Correct the path in the setup file.", name);
  if (await isFile(newUri)) return l10n.t("The file {0} already exists. Enter another path.", newPath);
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
