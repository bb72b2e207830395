import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Uri } from "vscode";

import { FileMemory } from "../../../client/extension/editor/fileMemory.js";
import { SetupFileIndex } from "../../../client/extension/editor/setupFileIndex.js";
import { FileStates } from "../../../client/extension/editor/fileStates.js";
import { requestedUpdate } from "../../../client/extension/editor/inspection.js";
import type { RequestType } from "../../../server/protocol/messages.js";
import { fileValues } from "../../../client/extension/secrets/valueSources.js";
import { connectionKey } from "../../../client/core/connections/connectionKey.js";
import { remember } from "../../../client/core/push/compareRecords.js";
import { FileActivities } from "../../../client/core/push/state/fileActivities.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { Digests } from "../../../client/core/secrets/digest.js";
import { NamedSecrets } from "../../../client/core/secrets/namedSecrets.js";
import { resolveReferences } from "../../../client/core/secrets/resolve.js";
import { digestValues } from "../../../client/core/secrets/valueDigests.js";
import type { Sessions } from "../../../client/extension/tenants/sessions.js";
import { recordFrom, inspect } from "../records.js";
import { mapStorage, TextStorage } from "../storage.js";
import { editor, fireWatched, vscode, watchAll } from "../vscode.js";

/** The connection that every file is for. */
export const ID = "ac_1";

const RECORD = recordFrom({ id: ID });

/** The rows of a tenant, which are as each push left them. */
const LOADED = { snapshot: { loadedAt: 1, more: true }, isGone: () => false, find: () => RECORD };

/** A machine: its secret storage, its workspace and what the extension keeps, with a window on it. */
export function openWindow(
  folder: string,
  kept = { secrets: new Map<string, string>(), storage: new TextStorage() },
  sessions: object = { onDidChange: () => ({ dispose: () => undefined }), withOrigin: () => ({ store: LOADED }) },
) {
  const { secrets: values, storage } = kept;
  const store = mapStorage(values);
  let names: readonly string[] = [];
  const secrets = new NamedSecrets(store, {
    get: () => names,
    update: (_, now) => Promise.resolve(void (names = now)),
  });
  const digests = new Digests(store);
  const memory = new FileMemory(storage);
  const uri = (name: string) => Uri.file(join(folder, name));
  /** The files that the language server was asked about, each time. */
  const asked: string[] = [];
  /** The files whose state was worked out, each time. */
  const workedOut: string[] = [];
  const languageServer = {
    request: async <Params, Result>(_: RequestType<Params, Result>, params: Params): Promise<Result> => {
      const { fsPath } = vscode.Uri.parse((params as { uri: string }).uri);
      asked.push(fsPath.slice(folder.length + 1));
      const open = vscode.workspace.textDocuments.find(({ uri: { fsPath: path } }) => path === fsPath);
      return { ...inspect(await readFile(fsPath, "utf8")), version: open?.version ?? null } as Result;
    },
  };
  const journal = new PushJournal(storage);
  const locks = {
    of: (file: Uri) => {
      workedOut.push(file.path.slice(folder.length + 1));
      return Promise.resolve(undefined);
    },
    onDidChange: new vscode.EventEmitter<string>().event,
  };
  const files = watchAll();
  const activities = new FileActivities();
  const ofFiles = fileValues(files, secrets);
  const parts = { locks, memory, journal, activities, digests, languageServer };
  const setupFiles = new SetupFileIndex(memory, files, []);
  const states = new FileStates({ ...parts, setupFiles, sessions: sessions as Sessions, values: ofFiles }, files, []);
  /** What a push keeps, of a file whose references all have values. */
  const push = async (name: string, origin: string, linked = true): Promise<void> => {
    const written = inspect(await readFile(join(folder, name), "utf8"));
    const sources = await ofFiles.sourcesFor(uri(name));
    const resolved = await resolveReferences(written, sources);
    if (!resolved.ok) throw new Error(resolved.problems[0]?.text);
    const about = connectionKey({ origin, id: ID });
    const values = await digestValues(resolved.values, about, digests);
    const pushed = await digests.of(requestedUpdate({ ...written }));
    await memory.remember(uri(name), {
      origin,
      id: ID,
      record: { ...remember(RECORD), at: 1 },
      pushed,
      values,
      linked,
    });
  };
  return { ...parts, secrets, setupFiles, kept, states, storage, values, uri, push, workedOut, asked };
}

export type Window = ReturnType<typeof openWindow>;

/** Writes a file of the workspace, which VS Code's watchers report. */
export async function writeWatched(name: string, content: string | object): Promise<void> {
  const path = join(editor.folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  fireWatched("changed", path);
}
