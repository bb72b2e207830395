import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { entryAfter, type LockEntry } from "../../../client/core/lock/lockEntry.js";
import { LOCK_FILE, lockKey, lockText, parseLock } from "../../../client/core/lock/lockFile.js";
import { entryOf } from "../../unit/lock/entries.js";
import { Random } from "../../../scripts/bench/measure/random.js";

const PAIRS = 200;
/** So few connections that both branches often push the same one or its neighbor. */
const CONNECTIONS = 12;
const PUSHES = 8;

const ATTRIBUTES = /^```\n(.* merge=union\n)```$/m.exec(readFileSync("docs/command-line.md", "utf8"))?.[1] ?? "";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vaultconn-merge-"));
  git(["init", "-q"]);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function git(args: readonly string[], input = ""): void {
  execFileSync("git", args, { cwd: folder, input, stdio: ["pipe", "pipe", "pipe"] });
}

/** The lock file of a commit, by the keys of its entries; undefined where it has none. */
type Lock = ReadonlyMap<string, LockEntry> | undefined;

interface Pair {
  readonly base: Lock;
  readonly ours: Lock;
  readonly theirs: Lock;
}

/**
 * Has one branch merge another. Each pair has a folder of its own, in which the branches have their lock files.
 *
 * @returns the lock file of each pair as Git has merged it, which it must do by itself
 */
function merge(pairs: readonly Pair[]): readonly string[] {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const lockFiles = (side: keyof Pair) =>
    pairs.flatMap((pair, at) => {
      const lock = pair[side];
      return lock ? [`M 100644 inline ${at}/${LOCK_FILE}\n${data(lockText(lock.values()))}`] : [];
    });
  const commit = (branch: keyof Pair, mark: number, from: string) =>
    `commit refs/heads/${branch}\nmark :${mark}\ncommitter A <a@example.com> 0 +0000\ndata 0\n${from}` +
    `M 100644 inline .gitattributes\n${data(ATTRIBUTES)}${lockFiles(branch).join("")}\n`;
  const commits = [commit("base", 1, ""), commit("ours", 2, "from :1\n"), commit("theirs", 3, "from :1\n")];
  git(["fast-import", "--quiet"], commits.join(""));
  git(["checkout", "-qf", "--detach", "ours"]);
  git([
    "-c",
    "user.name=A",
    "-c",
    "user.email=a@example.com",
    "-c",
    "core.hooksPath=/dev/null",
    "merge",
    "-q",
    "theirs",
  ]);
  return pairs.map((_, at) => readFileSync(join(folder, String(at), LOCK_FILE), "utf8"));
}

/** The entries of a text that is believed. */
function entriesOf(text: string): ReadonlyMap<string, LockEntry> {
  const reading = parseLock(text);
  if (!reading.ok) throw new Error(`${reading.problem}:\n${text}`);
  return new Map(reading.entries.map((entry) => [lockKey(entry), entry]));
}

/** A service whose connections are pushed from branches, and changed by others. */
class Pushes {
  readonly #revisions = new Map<number, number>();
  /** Those that others changed, by their keys. */
  readonly changed = new Set<string>();

  /** Pushes a connection over what is there. @returns the lock file of the branch from now on */
  push(lock: Lock, number: number): Lock {
    const before = entryOf(number, this.#revisions.get(number));
    const key = lockKey(before);
    return new Map(lock).set(key, entryAfter(this.#change(number), before, lock?.get(key)));
  }

  changeElsewhere(number: number): void {
    this.changed.add(lockKey(this.#change(number)));
  }

  #change(number: number): LockEntry {
    this.#revisions.set(number, Math.max(0, ...this.#revisions.values()) + 1);
    return entryOf(number, this.#revisions.get(number));
  }
}

/** Two branches that push connections in turn, while others change some. */
function randomPair(random: Random): Pair & Pick<Pushes, "changed"> {
  const pushes = new Pushes();
  const known = random.shuffled(Array.from({ length: CONNECTIONS }, (_, number) => entryOf(number)));
  const base = random.below(5) === 0 ? undefined : known.slice(0, random.below(CONNECTIONS));
  const start = base && new Map(base.map((entry) => [lockKey(entry), entry]));
  const branches: [ours: Lock, theirs: Lock] = [start, start];
  for (let left = 2 + random.below(PUSHES); left > 0; left--) {
    const side = left > 2 ? random.below(2) : left - 1;
    if (random.below(4) === 0) pushes.changeElsewhere(random.below(CONNECTIONS));
    branches[side] = pushes.push(branches[side], random.below(CONNECTIONS));
  }
  return { base: start, ours: branches[0], theirs: branches[1], changed: pushes.changed };
}

/** Expects of each connection the entry that was written last. The entries of both branches may be there if others changed it. */
function expectMerged(
  merged: ReadonlyMap<string, LockEntry>,
  { base, ours, theirs, changed }: ReturnType<typeof randomPair>,
) {
  const keys = new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])]);
  expect([...merged.keys()].sort()).toEqual([...keys].sort());
  for (const [key, entry] of merged) {
    const written = [ours, theirs].flatMap((lock) => lock?.get(key) ?? []);
    const [last] = written.toSorted((a, b) => (a.updated_at > b.updated_at ? -1 : 1));
    const byBoth = written.length === 2 && written.every((one) => one !== base?.get(key));
    if (entry.rivals && byBoth && changed.has(key)) {
      expect(entry).toMatchObject({ fingerprint: "", updated_at: "", digest: "" });
      expect(entry.rivals).toEqual(expect.arrayContaining(written));
    } else expect(entry).toEqual(last);
  }
}

it(`loses no entry of ${PAIRS} pairs of branches with the attribute that the documentation recommends`, () => {
  const random = new Random(20);
  const pairs = Array.from({ length: PAIRS }, () => randomPair(random));
  const texts = merge(pairs);
  let rivals = 0;
  for (const [at, pair] of pairs.entries()) {
    const merged = entriesOf(texts[at] ?? "");
    expectMerged(merged, pair);
    // Anyone who writes the file next keeps the entries that no one has decided between.
    expect(entriesOf(lockText(merged.values()))).toEqual(merged);
    rivals += [...merged.values()].filter((entry) => entry.rivals).length;
  }
  expect(rivals).toBeGreaterThan(0);
});

it("keeps both entries where each of two branches pushes the same connection without knowing of the other", () => {
  const pushed = (revision: number): Lock => new Map([[lockKey(entryOf(1)), entryOf(1, revision)]]);
  const [text = ""] = merge([{ base: pushed(0), ours: pushed(1), theirs: pushed(2) }]);
  expect(entriesOf(text).get(lockKey(entryOf(1)))?.rivals).toEqual([entryOf(1, 1), entryOf(1, 2)]);
});
