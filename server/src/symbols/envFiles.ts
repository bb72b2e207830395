import path from "node:path";
import type { DocumentUri } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { placeOfEnvFile } from "../../../schemas/envFile.js";
import { isInside } from "../../../schemas/files.js";
import { ENV_FILE_SETTING } from "../../protocol/messages.js";
import type { Client } from "../client/languageClient.js";
import { fileInside, readText } from "../workspace/readFile.js";
import { fileNameOf, isSetupFile, keyOf, uriOf } from "../workspace/uris.js";
import type { Documents, WorkspaceFiles } from "../workspace/workspaceFiles.js";

const USUAL_NAME = /^\.env(?:\.|$)|\.env$/;

export type EnvFiles = ReturnType<typeof createEnvFiles>;

/**
 * The `.env` files in the settings of the workspace folders. Only names are read from them, and nothing is kept.
 * @param open all open documents.
 */
export function createEnvFiles(client: Client, files: WorkspaceFiles, open: Pick<Documents, "all">) {
  /** The paths of all files that have been in the setting. */
  const seen = new Set<string>();

  const named = async (folders: readonly string[]): Promise<readonly DocumentUri[]> => {
    const all = files.folders.map((folder) => ({ name: path.basename(folder), path: folder }));
    const own = await client.configuration(ENV_FILE_SETTING, folders.map(uriOf));
    return folders.flatMap((folder, index) => {
      const name: unknown = own?.[index] ?? client.support.options.settings?.envFile;
      if (typeof name !== "string" || name.trim() === "") return [];
      const place = placeOfEnvFile(name.trim(), folder, all);
      if (!place) return [];
      const file = path.resolve(place.folder, place.path);
      if (!isInside(place.folder, file)) return [];
      seen.add(file);
      return [uriOf(file)];
    });
  };

  const read = async (uri: DocumentUri): Promise<TextDocument | undefined> => {
    const key = keyOf(uri);
    const opened = open.all().find((document) => keyOf(document.uri) === key);
    if (opened) return opened;
    const file = await fileInside(files.folderOf(uri), uri);
    const text = file === undefined ? undefined : (await readText(file))?.text;
    return text === undefined ? undefined : TextDocument.create(uri, "dotenv", 0, text);
  };

  /** The URIs of the `.env` files. They may not exist. */
  const uris = async (): Promise<readonly DocumentUri[]> => [...new Set(await named(files.folders))];

  return {
    /** Called when the settings or the folders change. */
    onDidChange: (): void => undefined,
    uris,
    /** The `.env` file for a setup file. */
    of: async (setupFile: DocumentUri): Promise<TextDocument | undefined> => {
      const folder = files.folderOf(setupFile);
      const [uri] = folder === undefined ? [] : await named([folder]);
      return uri === undefined ? undefined : read(uri);
    },
    all: async (): Promise<readonly TextDocument[]> => {
      const documents = await Promise.all((await uris()).map(read));
      return documents.filter((document) => document !== undefined);
    },
    /** Whether an open document is a `.env` file, by its name or the setting. */
    isOne: (document: Pick<TextDocument, "uri" | "languageId">): boolean => {
      const { uri } = document;
      return !isSetupFile(document) && (USUAL_NAME.test(fileNameOf(uri)) || seen.has(keyOf(uri)));
    },
  };
}
