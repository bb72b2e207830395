import path from "node:path";
import { lockKey, lockText, parseLock, type LockEntry } from "../../core/lock/lockEntries.js";
import { batched, readJsonFile, writeFileAtomic } from "../../core/storage/durableStorage.js";
import { isString, shape } from "../../core/storage/shape.js";

const FILE = "unwritten-lock-entries.json";

/** An entry that a lock file should have, and the one that it replaces there. */
export interface UnwrittenEntry {
  readonly entry: LockEntry;
  readonly replaced: LockEntry | undefined;
}

/** Texts of lock files. */
interface Kept {
  readonly entries: string;
  readonly replaced: string;
}

const isKept = shape<Kept>({ entries: isString, replaced: isString });

/**
 * What applied updates would have recorded in lock files that couldn't be written, in the state folder. Without it, the
 * next run would take these updates for someone else's, or send them again.
 */
export class UnwrittenEntries {
  readonly #kept: Map<string, unknown>;
  readonly #write: () => Promise<void>;

  private constructor(folder: string, kept: Map<string, unknown>) {
    this.#kept = kept;
    this.#write = batched(() => writeFileAtomic(folder, FILE, JSON.stringify(Object.fromEntries(kept))));
  }

  /** @param folder the state folder, which needn't exist. */
  static async read(folder: string): Promise<UnwrittenEntries> {
    const read = await readJsonFile(path.join(folder, FILE));
    return new UnwrittenEntries(folder, new Map(Object.entries(read ?? {})));
  }

  /** Those of a lock file. What's damaged is left out. @param file its path. */
  of(file: string): readonly UnwrittenEntry[] {
    const kept = this.#kept.get(file);
    if (!isKept(kept)) return [];
    const [entries, replaced] = [parseLock(kept.entries), parseLock(kept.replaced)];
    if (typeof entries === "string" || typeof replaced === "string") return [];
    const before = new Map(replaced.map((entry) => [lockKey(entry), entry]));
    return entries.map((entry) => ({ entry, replaced: before.get(lockKey(entry)) }));
  }

  /** Replaces those of a lock file. Never rejects, since the lock file's own trouble is what's reported. */
  async put(file: string, unwritten: readonly UnwrittenEntry[]): Promise<void> {
    if (unwritten.length === 0 && !this.#kept.has(file)) return;
    this.#kept.delete(file);
    const entries = lockText(unwritten.map(({ entry }) => entry));
    const replaced = lockText(unwritten.flatMap((each) => each.replaced ?? []));
    if (unwritten.length > 0) this.#kept.set(file, { entries, replaced });
    await this.#write().catch(() => undefined);
  }
}
