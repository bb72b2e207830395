import path from "node:path";
import type { DocumentUri } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isInside } from "../../../schemas/files.js";
import { ENV_FILE_SETTING } from "../../protocol/messages.js";
import type { Client } from "../client/languageClient.js";
import { fileInside, readText } from "../workspace/readFile.js";
import { fileNameOf, isSetupFile, keyOf, uriOf } from "../workspace/uris.js";
import type { Documents, WorkspaceFiles } from "../workspace/workspaceFiles.js";

const USUAL_NAME = /^\.env(?:\.|$)|\.env$/;

/** The `.env` files in the settings of the workspace folders. Only names are read from them, and nothing is kept. */
export class EnvFiles {
  readonly #client: Client;
  readonly #files: WorkspaceFiles;
  readonly #open: Pick<Documents, "all">;
  /** The paths of all files that have been in the setting. */
  readonly #seen = new Set<string>();

  /** @param open all open documents. */
  constructor(client: Client, files: WorkspaceFiles, open: Pick<Documents, "all">) {
    this.#client = client;
    this.#files = files;
    this.#open = open;
  }

  /** Called when the settings or the folders change. */
  onDidChange: () => void = () => undefined;

  /** The `.env` file for a setup file. */
  async of(setupFile: DocumentUri): Promise<TextDocument | undefined> {
    const folder = this.#files.folderOf(setupFile);
    const [uri] = folder === undefined ? [] : await this.#named([folder]);
    return uri === undefined ? undefined : this.#read(uri);
  }

  async all(): Promise<readonly TextDocument[]> {
    const documents = await Promise.all((await this.uris()).map((uri) => this.#read(uri)));
    return documents.filter((document) => document !== undefined);
  }

  /** The URIs of the `.env` files. They may not exist. */
  async uris(): Promise<readonly DocumentUri[]> {
    return [...new Set(await this.#named(this.#files.folders))];
  }

  /** Whether an open document is a `.env` file, by its name or the setting. */
  isOne(document: Pick<TextDocument, "uri" | "languageId">): boolean {
    const { uri } = document;
    return !isSetupFile(document) && (USUAL_NAME.test(fileNameOf(uri)) || this.#seen.has(keyOf(uri)));
  }

  async #named(folders: readonly string[]): Promise<readonly DocumentUri[]> {
    const names = await this.#settings(folders.map(uriOf));
    return folders.flatMap((folder, index) => {
      const name = names[index];
      if (typeof name !== "string" || name.trim() === "") return [];
      const file = path.resolve(folder, name.trim());
      if (!isInside(folder, file)) return [];
      this.#seen.add(file);
      return [uriOf(file)];
    });
  }

  async #settings(folders: readonly DocumentUri[]): Promise<readonly unknown[]> {
    const own = await this.#client.configuration(ENV_FILE_SETTING, folders);
    return folders.map((_, index) => own?.[index] ?? this.#client.support.options.settings?.envFile);
  }

  async #read(uri: DocumentUri): Promise<TextDocument | undefined> {
    const key = keyOf(uri);
    const open = this.#open.all().find((document) => keyOf(document.uri) === key);
    if (open) return open;
    const file = await fileInside(this.#files.folderOf(uri), uri);
    const read = file === undefined ? undefined : await readText(file);
    return read && TextDocument.create(uri, "dotenv", 0, read.text);
  }
}
