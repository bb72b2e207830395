import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../text/codeOf.js";
import { whileInUse } from "./filesInUse.js";

/** A holder that this machine can't look up counts as ended if its file is this much older than a new file. */
export const LEASE_MS = 60_000;
const HEARTBEAT_MS = LEASE_MS / 6;
const MAX_PAUSE_MS = 50;

export interface Holder {
  readonly file: string;
  readonly handle: FileHandle;
  /** Whether nobody else has taken over, as happens after a pause that's longer than the lease. */
  readonly isHeld: () => boolean;
  /** Never rejects. */
  readonly release: () => Promise<void>;
}

/**
 * Acquires a mutex that processes share, even on different machines. Each process creates a file whose name identifies
 * it, and then looks for other files. If there are none, it holds the mutex. If several compete, the first by name
 * stays until the others have left. File names are never reused, so deleting an ended process's file can't delete that
 * of a new holder.
 * @param prefix common start of the files' paths.
 * @param leaseMs how long a holder that this machine can't look up counts as alive, unless it updates its file.
 * @returns the holder, or the file of another holder if there's still one after `timeoutMs`.
 */
export async function acquire(prefix: string, timeoutMs: number, leaseMs = LEASE_MS): Promise<Holder | string> {
  const end = performance.now() + timeoutMs;
  let own: Holder | undefined;
  for (;;) {
    try {
      const other = await otherHolder(prefix, own?.file, leaseMs);
      if (own && other === undefined) return own;
      const isLate = performance.now() > end;
      if (own && other !== undefined && (isLate || other < own.file)) {
        await own.release();
        own = undefined;
      }
      if (other === undefined) {
        own = await enter(prefix);
        continue;
      }
      if (isLate) return other;
    } catch (error) {
      await own?.release();
      throw error;
    }
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
}

/** Updates the holder's file so that the lease doesn't expire. Use it only if nothing else writes to the file. */
export function keepAlive({ handle, release, ...holder }: Holder): Holder {
  const heartbeat = setInterval(() => void handle.write("\n").catch(() => undefined), HEARTBEAT_MS);
  const end = () => {
    clearInterval(heartbeat);
    return release();
  };
  return { ...holder, handle, release: end };
}

async function enter(prefix: string): Promise<Holder> {
  const file = `${prefix}${MACHINE}-${process.pid}-${startOf(process.pid) ?? ""}-${randomUUID().slice(0, 8)}`;
  const handle = await open(file, "wx");
  // Ignores failures: the work is done, and a leftover file counts as ended when the process does.
  const release = async () => {
    await handle.close().catch(() => undefined);
    await remove(file).catch(() => undefined);
  };
  return { file, handle, isHeld: () => existsSync(file), release };
}

/** @param own a file with the file system's current time. Without it, processes that can't be looked up are ignored. */
async function otherHolder(prefix: string, own: string | undefined, leaseMs: number): Promise<string | undefined> {
  const folder = path.dirname(prefix);
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
  for (const file of files.sort()) {
    const [, machine, pid, start = ""] = /^(\w{16})-(\d+)-(\d*)-\w{8}$/.exec(file.slice(prefix.length)) ?? [];
    if (file === own || !file.startsWith(prefix) || machine === undefined) continue;
    const isAlive = machine === MACHINE ? isRunning(Number(pid), start) : undefined;
    if (isAlive === undefined && own === undefined) continue;
    if (isAlive ?? (own !== undefined && (await isRecent(file, own, leaseMs)))) return file;
    await remove(file);
  }
  return undefined;
}

/** Deletes a file, if there is one. */
async function remove(file: string): Promise<void> {
  await whileInUse(() => rm(file, { force: true }));
}

/** @returns undefined if unknown, because another process may have the same number now. */
function isRunning(pid: number, start: string): boolean | undefined {
  if (start !== "") return startOf(pid) === start;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
  }
  return undefined;
}

/** Compares times set by the same file system, so that differing clocks don't matter. */
async function isRecent(file: string, own: string, leaseMs: number): Promise<boolean> {
  const [other, now] = await Promise.all([stat(file).catch(() => undefined), stat(own)]);
  return other !== undefined && Math.abs(now.mtimeMs - other.mtimeMs) < leaseMs;
}

/**
 * Identifies the machine, its container and its boot, since process ids are only valid within these. Containers that share
 * a folder can have one host name, and then a holder in the other one would look ended, and both would send.
 */
const MACHINE = createHash("sha256")
  .update(
    [
      hostname(),
      valueOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
      valueOf(() => readlinkSync("/proc/self/ns/pid")),
    ].join(),
  )
  .digest("hex")
  .slice(0, 16);

/**
 * Returns a process's start in ticks since boot, or undefined if it ended or there's no /proc (see proc(5)). It tells a
 * paused holder, which has to be waited for, from a killed one whose number was given again, or that nobody has reaped.
 */
function startOf(pid: number): string | undefined {
  const line = valueOf(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const [state, ...fields] = line?.slice(line.lastIndexOf(")") + 2).split(" ") ?? [];
  return state === "Z" ? undefined : fields[18];
}

function valueOf(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
