import { createHash } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PushJournal } from "../../src/push/journal.js";
import { readKept, writeKept } from "../../src/push/fileStorage.js";
import { EXITS, Stop } from "../exits.js";
import type { Io } from "../io.js";

const FILE = "pushes-under-way.json";
const RUNNING = "running";
/** How often, and after how many milliseconds each, it is looked who runs, where that is not written yet. */
const LOOKS = 10;
const LOOK_AGAIN_MS = 50;

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
 * Makes sure that no other run on this machine sends updates for the same files.
 * @returns what ends that.
 * @throws Stop where another one is running.
 */
async function runAlone(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, RUNNING);
  for (let attempt = 0; ; attempt++) {
    try {
      await mkdir(folder, { recursive: true });
      const handle = await open(file, "wx", 0o600);
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isTaken)
        throw new Stop(
          EXITS.failed,
          `Nothing was sent: the folder for the journal, ${folder}, cannot be written. Set VAULTCONN_STATE to another.`,
        );
      if (attempt > 0 || (await isRunning(file)))
        throw new Stop(
          EXITS.failed,
          "Another run of vaultconn is sending updates for the same files. Wait until it has ended.",
        );
      // Whoever held it was killed.
      await rm(file, { force: true });
    }
  }
}

async function isRunning(file: string): Promise<boolean> {
  let text = "";
  // Between being made and being written, the file is empty for a moment.
  for (let look = 0; text === "" && look < LOOKS; look++) {
    if (look > 0) await sleep(LOOK_AGAIN_MS);
    text = await readFile(file, "utf8").catch(() => "");
  }
  const id = Number(text);
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
    return id !== process.pid;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
