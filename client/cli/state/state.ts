import { createHash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PushJournal } from "../../src/push/journal.js";
import { readKept, writeKept } from "../../src/push/fileStorage.js";
import { EXITS, Stop } from "../exits.js";
import type { Io } from "../io.js";

const FILE = "pushes-under-way.json";
/** How the file of a run begins; its process id follows. */
const RUNNING = "running-";
/** How often a run looks whether it is alone, and how long it waits at most in between, in milliseconds. */
const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 200;

/** Where this machine keeps the outcomes of updates, for one root of files. */
export function stateFolder(root: string, { env }: Pick<Io, "env">): string {
  const { VAULTCONN_STATE: named, XDG_STATE_HOME: state, LOCALAPPDATA: local } = env;
  const own = [named, state && path.join(state, "vaultconn"), local && path.join(local, "vaultconn")].find(Boolean);
  const folder = own ?? path.join(homedir(), ".local", "state", "vaultconn");
  return path.join(folder, createHash("sha256").update(root).digest("hex").slice(0, 16));
}

/**
 * The updates that were in progress when an earlier run ended. It is for reading alone: another run may write meanwhile.
 */
export async function readJournal(folder: string): Promise<Pick<PushJournal, "open">> {
  return openJournal(folder);
}

/**
 * Does what writes the journal, while no other run on this machine sends updates for the same files. The journal is
 * read only then, with all that runs before have noted.
 * @throws Stop where another run is in progress
 */
export async function withJournal<Result>(
  folder: string,
  work: (journal: PushJournal) => Promise<Result>,
): Promise<Result> {
  const end = await runAlone(folder);
  try {
    return await work(await openJournal(folder));
  } finally {
    await end();
  }
}

async function openJournal(folder: string): Promise<PushJournal> {
  let kept = { ...(await readKept(path.join(folder, FILE))) };
  return new PushJournal(
    {
      get: (key) => kept[key],
      set: async (key, value) => {
        kept = { ...kept, [key]: value };
        await writeKept(folder, FILE, JSON.stringify(kept));
      },
    },
    Infinity,
  );
}

/**
 * Makes sure that no other run on this machine sends updates for the same files. Each run puts a file with its own
 * process id in its name there, and only then looks for others: so one that was killed can be cleared away by anybody,
 * without a chance to clear away one that has begun meanwhile.
 * @returns what ends that.
 * @throws Stop where another one is running.
 */
async function runAlone(folder: string): Promise<() => Promise<void>> {
  const own = path.join(folder, `${RUNNING}${process.pid}`);
  const end = () => rm(own, { force: true });
  try {
    await mkdir(folder, { recursive: true });
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // Two that begin at once give way to each other, and come back at different moments.
      if (attempt > 0) await sleep(Math.random() * LONGEST_PAUSE_MS);
      await writeFile(own, "", { mode: 0o600 });
      if (!(await isAnyOtherRunning(folder))) return end;
      await end();
    }
  } catch {
    throw new Stop(
      EXITS.failed,
      `Nothing was sent: the folder for the journal, ${folder}, cannot be written. Set VAULTCONN_STATE to another.`,
    );
  }
  throw new Stop(
    EXITS.failed,
    "Another run of vaultconn is sending updates for the same files. Wait until it has ended.",
  );
}

async function isAnyOtherRunning(folder: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(RUNNING));
  const ids = names.map((name) => Number(name.slice(RUNNING.length))).filter((id) => id !== process.pid);
  const killed = ids.filter((id) => !isRunning(id));
  for (const id of killed) await rm(path.join(folder, `${RUNNING}${id}`), { force: true });
  return killed.length < ids.length;
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
