import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { acquire, keepAlive, type Holder } from "../../core/storage/processMutex.js";
import { countsAs } from "../../core/push/outcomes.js";
import type { JournalEntry } from "../../core/push/pushTypes.js";
import { PushJournal } from "../../core/push/state/journal.js";
import type { StoredOutcome } from "../../core/push/state/storedOutcomes.js";
import type { RecordPlaces } from "../../core/service/operations/recordReader.js";
import { batched, OWN_FOLDER, readJsonFile, writeFileAtomic } from "../../core/storage/durableStorage.js";
import { stateFolder } from "../../core/storage/stateFolder.js";
import { ExitError } from "../exits.js";
import type { Io } from "../io.js";

const FILE = "pushes-under-way.json";
const RUNNING = "running-";
const MUTEX_TIMEOUT_MS = 500;

/** Returns the folder for the journal of one repository, or of a root without one, on this machine. @throws ExitError if there's none. */
export function journalFolder(root: string, { env }: Pick<Io, "env">): string {
  const folder = stateFolder(root, env);
  if (folder !== undefined) return folder;
  throw new ExitError(
    "This user has no home folder. Set VAULTCONN_STATE to a folder that only this user can write to.",
  );
}

export type JournalWork<Result> = (journal: PushJournal, holder: Pick<Holder, "isHeld">) => Promise<Result>;

/**
 * Runs `work` while no other run on this machine sends updates for the same root. Reads the journal after that's
 * certain, so that it includes everything earlier runs recorded.
 * @param places gets where connections were seen.
 * @throws ExitError if another run is in progress.
 */
export async function withJournal<Result>(
  folder: string,
  work: JournalWork<Result>,
  places?: RecordPlaces,
): Promise<Result> {
  const holder = keepAlive(await acquireMutex(folder));
  try {
    return await work(await openJournal(folder, places, holder), holder);
  } finally {
    await holder.release();
  }
}

/**
 * Reads the journal. Use `withJournal` to change it, because another run may write it too.
 * @throws ExitError if the journal is damaged, because updates in it may have been sent.
 */
export async function openJournal(
  folder: string,
  places?: RecordPlaces,
  holder?: Pick<Holder, "isHeld">,
): Promise<PushJournal> {
  const file = path.join(folder, FILE);
  const exists = existsSync(file);
  const read = await readJsonFile(file);
  let kept = { ...read };
  const write = batched(() => writeFileAtomic(folder, FILE, JSON.stringify(kept)));
  const journal = new UpdateJournal(
    {
      get: (key) => kept[key],
      update: async (key, value) => {
        kept = { ...kept, [key]: value };
        // After a long pause, another run may have taken over and written what it sent.
        if (holder?.isHeld() !== true) throw new Error("The journal belongs to another run.");
        await write();
      },
    },
    places,
    Infinity,
  );
  const isComplete = Object.values(kept).flat().length === journal.open.length + journal.ended.length;
  if ((read !== undefined || !exists) && isComplete) return journal;
  throw new ExitError(
    `Nothing was sent. The journal of updates, ${file}, is damaged, so the outcomes of earlier runs may be unknown. Restore it, or check the connections and delete it.`,
  );
}

/** Keeps each update until its outcome is certain or the user accepts the current state. */
class UpdateJournal extends PushJournal {
  override async end(entry: JournalEntry, outcome: StoredOutcome): Promise<void> {
    if (countsAs({ kind: outcome }) === "open") this.leave(entry);
    else await super.end(entry, outcome);
  }
}

async function acquireMutex(folder: string): Promise<Holder> {
  let holder: Holder | string;
  try {
    await mkdir(folder, OWN_FOLDER);
    holder = await acquire(path.join(folder, RUNNING), MUTEX_TIMEOUT_MS);
  } catch {
    throw new ExitError(
      `Nothing was sent. The journal folder, ${folder}, can't be written. Set VAULTCONN_STATE to another folder.`,
    );
  }
  if (typeof holder !== "string") return holder;
  throw new ExitError(
    `Another run of vaultconn is planning or sending updates for the same files. Wait until it ends. If none is running, delete ${holder}.`,
  );
}
