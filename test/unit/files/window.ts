import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Uri } from "vscode";

import { FileMemory } from "../../../client/extension/editor/fileMemory.js";
import { SetupFileIndex } from "../../../client/extension/editor/setupFileIndex.js";
import { FileStates } from "../../../client/extension/editor/fileStates.js";
import type { RequestType } from "../../../server/protocol/messages.js";
import { fileValues } from "../../../client/extension/secrets/valueSources.js";
import { FileActivities } from "../../../client/core/push/state/fileActivities.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { Digests } from "../../../client/core/secrets/digest.js";
import { NamedSecrets } from "../../../client/core/secrets/namedSecrets.js";
import type { PushApprover } from "../../../client/core/push/context.js";
import { executePushes } from "../../../client/core/push/pipeline.js";
import { ActivePushes } from "../../../client/core/push/state/activePushes.js";
import { rememberPushes } from "../../../client/extension/push/remember.js";
import { requestFor } from "../../../client/extension/push/requests.js";
import type { Services } from "../../../client/extension/services.js";
import type { Session, Sessions } from "../../../client/extension/tenants/sessions.js";
import { recordFrom, inspect } from "../records.js";
import { SharedSecrets, TextStorage } from "../storage.js";
import { editor, fireWatched, vscode, watchAll } from "../vscode.js";

/** The connection that every file is for. */
export const ID = "ac_1";

/** The rows of a tenant, which are as each push left them. */
const LOADED = {
  ...{
    snapshot: { loadedAt: 1, more: true },
    isGone: () => false,
    find: (id: string) => recordFrom({ id }),
    pageOf: () => 0,
  },
  apply: () => undefined,
};

/** A service that takes every push, which leaves the record as it is. */
function serviceWith(id: string) {
  const record = recordFrom({ id });
  return {
    listPage: () => Promise.resolve({ records: [record], total: 1, droppedCount: 0, more: false }),
    updateConnection: () => Promise.resolve(record),
    preflightFailure: () => Promise.resolve(undefined),
  };
}

/** A person who agrees to everything. */
const CONSENT: PushApprover = {
  chooseFile: () => Promise.resolve("none"),
  decideDrift: (drifted) => Promise.resolve(drifted.map(() => "push")),
  confirm: () => Promise.resolve(true),
};

/** A machine: its secret storage, its workspace and what the extension keeps, with a window on it. */
export function openWindow(
  folder: string,
  kept = { secrets: new Map<string, string>(), storage: new TextStorage() },
  sessions: object = { onDidChange: () => ({ dispose: () => undefined }), withOrigin: () => ({ store: LOADED }) },
) {
  const { secrets: values, storage } = kept;
  const store = new SharedSecrets(undefined, values);
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
  const services: object = {
    ...{ ...parts, setupFiles, sessions, fileStates: states, secrets },
    rotations: { partOf: () => undefined },
  };
  const active = new ActivePushes();
  /** Pushes a file, whose references all have values. @param linked whether the connection was chosen for good */
  const push = async (name: string, origin: string, linked = true, id = ID): Promise<void> => {
    const known = memory.about(uri(name), { origin, id });
    if (known?.linked !== linked) await memory.remember(uri(name), { ...known, origin, id, linked });
    const session: object = {
      client: serviceWith(id),
      tenant: { origin, name: "Acme", host: new URL(origin).host },
      store: LOADED,
    };
    const written = { ...inspect(await readFile(join(folder, name), "utf8")), version: null };
    const request = await requestFor(services as Services, uri(name), written, { session: session as Session, id });
    const listeners = [journal.onPush, rememberPushes(services as Services)];
    const { results } = await executePushes([request], CONSENT, { journal, active, listeners });
    if (results[0]?.outcome.kind !== "done") throw new Error(results[0]?.message.text);
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
