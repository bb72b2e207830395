import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Uri } from "vscode";

import { createListReader } from "../../../client/core/service/operations/recordReader.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import type { PushApprover } from "../../../client/core/push/context.js";
import { executePushes } from "../../../client/core/push/pipeline.js";
import { ActivePushes } from "../../../client/core/push/state/activePushes.js";
import { type LockEntry } from "../../../client/core/lock/lockEntries.js";
import { Rotations } from "../../../client/core/push/state/openRotations.js";
import { FileActivities } from "../../../client/core/push/state/fileActivities.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { createDigests } from "../../../client/core/secrets/valueDigests.js";
import { NamedSecrets } from "../../../client/core/secrets/namedSecrets.js";
import { FileMemory } from "../../../client/extension/editor/fileMemory.js";
import { FileStates } from "../../../client/extension/editor/fileStates.js";
import { SetupFileIndex } from "../../../client/extension/editor/setupFileIndex.js";
import { describeFileState } from "../../../client/extension/editor/states.js";
import { rememberPushes } from "../../../client/extension/push/remember.js";
import { requestFor } from "../../../client/extension/push/requests.js";
import { fileValues } from "../../../client/extension/secrets/valueSources.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import type { Session, Sessions } from "../../../client/extension/tenants/sessions.js";
import { inspect, recordFrom } from "../records.js";
import { SharedSecrets, TextStorage } from "../storage.js";
import { root } from "../folder.js";
import { fireWatched, vscode, watchAll } from "../vscode.js";
import { partOf } from "../partOf.js";

export const [ID, ACME, OTHER] = ["ac_1", "https://acme.example", "https://other.example"];
export const [A, B, MOVED] = ["a.vaultconn.json", "b.vaultconn.json", "deep/moved.vaultconn.json"];

/** The rows of a tenant, which are as each push left them. */
export const ROWS = {
  snapshot: { loadedAt: 1, more: true },
  isGone: () => false,
  find: (id: string): ConnectionRecord | undefined => recordFrom({ id }),
  apply: () => undefined,
};
const ACMES = { tenant: { host: "acme.example" }, store: ROWS };
export const LOADED = {
  onDidChange: () => ({ dispose: () => undefined }),
  all: [ACMES],
  withHost: (host: string) => (host === "acme.example" ? ACMES : undefined),
  withOrigin: () => ACMES,
};

/** A person who agrees to everything. */
const CONSENT: PushApprover = {
  decideDrift: (drifted) => Promise.resolve(drifted.map(() => "push")),
  confirm: () => Promise.resolve(true),
};

/** A window on a machine with a secret storage, the workspace, and what the extension keeps. */
export function openWindow(
  kept = { secrets: new Map<string, string>(), storage: new TextStorage() },
  sessions: object = LOADED,
) {
  const store = new SharedSecrets(kept.secrets);
  let names: readonly string[] = [];
  const update = (_: string, now: readonly string[]) => Promise.resolve(void (names = now));
  const secrets = new NamedSecrets(store, { get: () => names, update });
  const [memory, journal] = [new FileMemory(kept.storage), new PushJournal(kept.storage)];
  const uri = (name: string) => Uri.file(join(root, name));
  const read = async ({ fsPath }: Pick<Uri, "fsPath">) => ({
    ...inspect(await readFile(fsPath, "utf8")),
    version: null,
  });
  const languageServer = {
    request: async <Result>(_: unknown, params: unknown) =>
      (await read(vscode.Uri.parse((params as { uri: string }).uri))) as Result,
  };
  const entries: LockEntry[] = [];
  const lockOf = (tenant: string, id: string) => entries.find((entry) => entry.tenant === tenant && entry.id === id);
  const locks = {
    of: (_: Uri, tenant: string, id: string) => Promise.resolve(lockOf(tenant, id)),
    onDidChange: new vscode.EventEmitter<string>().event,
  };
  const [files, digests] = [watchAll(), createDigests(store)];
  const setupFiles = new SetupFileIndex(memory, files, []);
  const parts = { locks, memory, journal, digests, languageServer, setupFiles, sessions: sessions as Sessions };
  const activities = new FileActivities();
  const rotations = new Rotations(kept.storage);
  const states = new FileStates({ ...parts, activities, rotations, values: fileValues(files, secrets) }, files, []);
  const services = partOf<Services>({ ...parts, fileStates: states, secrets, rotations });
  /** Pushes a file, whose references all have values. @param linked whether the connection was chosen for good */
  const push = async (name: string, { origin = ACME, id = ID, linked = true } = {}): Promise<void> => {
    const known = memory.about(uri(name), { origin, id });
    if (known?.linked !== linked) await memory.remember(uri(name), { ...known, origin, id, linked });
    const record = recordFrom({ id });
    const before = recordFrom({ id, fingerprint: "before" });
    const client = {
      ...createListReader(() => Promise.resolve({ records: [before], total: 1, droppedCount: 0, more: false })),
      updateConnection: () => Promise.resolve(record),
      preflightFailure: () => Promise.resolve(undefined),
    };
    const session = partOf<Session>({
      client,
      tenant: { origin, name: "Acme", host: new URL(origin).host },
      store: ROWS,
    });
    const chosen = { session, id };
    const request = await requestFor(services, uri(name), await read(uri(name)), chosen);
    const listeners = [journal.onPush, rememberPushes(services)];
    const { results } = await executePushes([request], CONSENT, { journal, active: new ActivePushes(), listeners });
    if (results[0]?.outcome.kind !== "done") throw new Error(results[0]?.message.text);
  };
  const kindOf = async (name: string) => (await states.of(uri(name))).kind;
  const wordsOf = async (name: string) => describeFileState(await states.of(uri(name)));
  return { ...parts, entries, rotations, secrets, kept, states, uri, push, kindOf, wordsOf };
}
export type Window = ReturnType<typeof openWindow>;

/** Writes a file of the workspace, which VS Code's watchers report. */
export async function write(name: string, content: string | object): Promise<void> {
  const path = join(root, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  fireWatched("changed", path);
}

export async function remove(name: string): Promise<void> {
  await rm(join(root, name));
  fireWatched("deleted", join(root, name));
}
