import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { entryAfter, LOCK_FILE, lockText, parseLock, type LockEntry } from "../../../client/core/lock/lockEntries.js";
import { useFolder } from "../../unit/folder.js";
import { entryOf } from "../../unit/records.js";

const ATTRIBUTES = /^```\n(.* merge=union\n)```$/m.exec(readFileSync("docs/lock-file.md", "utf8"))?.[1] ?? "";

const folder = useFolder();

function git(args: readonly string[], input = ""): void {
  execFileSync("git", args, { cwd: folder(), input, stdio: ["pipe", "pipe", "pipe"] });
}

/** The lock file of a commit, by the numbers of its connections. */
type Lock = ReadonlyMap<number, LockEntry>;

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
    pairs.map((pair, at) => `M 100644 inline ${at}/${LOCK_FILE}\n${data(lockText(pair[side].values()))}`);
  const commit = (branch: keyof Pair, mark: number, from: string) =>
    `commit refs/heads/${branch}\nmark :${mark}\ncommitter A <a@example.com> 0 +0000\ndata 0\n${from}` +
    `M 100644 inline .gitattributes\n${data(ATTRIBUTES)}${lockFiles(branch).join("")}\n`;
  const commits = [commit("base", 1, ""), commit("ours", 2, "from :1\n"), commit("theirs", 3, "from :1\n")];
  git(["init", "-q"]);
  git(["fast-import", "--quiet"], commits.join(""));
  git(["checkout", "-qf", "--detach", "ours"]);
  const settings = ["user.name=A", "user.email=a@example.com", "core.hooksPath=/dev/null"];
  git([...settings.flatMap((setting) => ["-c", setting]), "merge", "-q", "theirs"]);
  return pairs.map((_, at) => readFileSync(join(folder(), String(at), LOCK_FILE), "utf8"));
}

/** The entries of a text that is believed, by their ids. */
function entriesIn(text: string): ReadonlyMap<string, LockEntry> {
  const reading = parseLock(text);
  if (typeof reading === "string") throw new Error(`${reading}:\n${text}`);
  return new Map(reading.map((entry) => [entry.id, entry]));
}

/** Pushes connections one after the other, over what the service has. @returns the lock file from then on */
function pushed(lock: Lock, numbers: readonly number[], service: Map<number, LockEntry>, revision: number): Lock {
  const after = new Map(lock);
  for (const number of numbers) {
    const entry = entryAfter(entryOf(number, revision), service.get(number) ?? entryOf(number), lock.get(number));
    after.set(number, entry);
    service.set(number, entry);
  }
  return after;
}

const KNOWN = [1, 2, 3, 4].map((number) => [number, entryOf(number)] as const);
/** What one branch pushes: connections of the lock file that are neighbors or not, and some that aren't in it yet. */
const PUSHES = [[1], [2], [4], [1, 4], [1, 2], [2, 3], [1, 2, 3, 4], [5], [0, 5], [2, 5]];

it.each([
  ["and keeps the later entry where both pushed a connection, one after the other", false],
  ["and keeps both entries where others changed the connection in between", true],
])("keeps every entry in a merge with the documented attribute, %s", (_, changes) => {
  const cases = PUSHES.flatMap((first) => PUSHES.map((second) => ({ first, second })));
  const pairs = cases.map(({ first, second }) => {
    const [base, service] = [new Map(KNOWN), new Map(KNOWN)];
    const ours = pushed(base, first, service, 1);
    if (changes) for (const number of first) service.set(number, entryOf(number, 2));
    return { base, ours, theirs: pushed(base, second, service, 3) };
  });
  for (const [at, text] of merge(pairs).entries()) {
    const { first = [], second = [] } = cases[at] ?? {};
    const { ours, theirs } = pairs[at] as Pair;
    const entries = entriesIn(text);
    expect(new Set(entries.keys())).toEqual(new Set([...ours.values(), ...theirs.values()].map(({ id }) => id)));
    for (const number of new Set([...first, ...second])) {
      const entry = entries.get(`ac_${number}`);
      const both = [ours.get(number), theirs.get(number)];
      if (changes && first.includes(number) && second.includes(number)) expect(entry?.merged).toEqual(both);
      else expect(entry).toEqual(both[second.includes(number) ? 1 : 0]);
    }
    // Anyone who writes the file next keeps the entries that no one has decided between.
    expect(entriesIn(lockText(entries.values()))).toEqual(entries);
  }
});
