import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LOCK_FILE, lockText, parseLock } from "../../../client/src/lock/lockFile.js";
import { entryOf } from "../../unit/lock/entries.js";
import { Random } from "../../../scripts/bench/measure/random.js";

const PAIRS = 200;
/** So many connections the lock file knows already. */
const KNOWN = 200;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vaultconn-merge-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function git(...args: readonly string[]): string {
  const own = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "core.hooksPath=/dev/null"];
  return execFileSync("git", [...own, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

it("merges what two branches wrote who pushed different connections, again or for the first time", () => {
  const random = new Random(20);
  const known = Array.from({ length: KNOWN }, (_, number) => entryOf(number));
  const base = lockText(known);
  writeFileSync(join(folder, "base"), base);
  for (let pair = 1; pair <= PAIRS; pair++) {
    // Whom the one pushes, the other does not: known ones again, and one more for the first time.
    const [ours, theirs] = [0, 1].map((side) => {
      const again = Array.from({ length: 5 }, () => 2 * random.below(KNOWN / 2) + side);
      const first = KNOWN + pair * 2 + side;
      return [...new Set([...again, first])].map((number) => entryOf(number, pair));
    });
    const after = (changed = ours) => {
      const ids = new Set(changed?.map(({ id }) => id));
      return [...known.filter(({ id }) => !ids.has(id)), ...(changed ?? [])];
    };
    writeFileSync(join(folder, "ours"), lockText(after(ours)));
    writeFileSync(join(folder, "theirs"), lockText(after(theirs)));
    const merged = git("merge-file", "-p", "ours", "base", "theirs");
    const changed = [...(ours ?? []), ...(theirs ?? [])];
    expect(merged).toBe(lockText(after(changed)));
    expect(parseLock(merged)).toMatchObject({ ok: true });
  }
});

it("merges neighbours in a real repository too", () => {
  const write = (...numbers: readonly (readonly [number, number])[]) => {
    writeFileSync(join(folder, LOCK_FILE), lockText(numbers.map(([number, revision]) => entryOf(number, revision))));
  };
  const commit = () => git("commit", "-qam", "pushed");
  git("init", "-q", "-b", "main");
  write([1, 0], [2, 0]);
  git("add", ".");
  commit();
  git("switch", "-qc", "theirs");
  write([1, 1], [2, 0], [3, 1]);
  commit();
  git("switch", "-q", "main");
  write([1, 0], [2, 1], [4, 1]);
  commit();
  git("merge", "-q", "theirs");
  const merged = readFileSync(join(folder, LOCK_FILE), "utf8");
  expect(merged).toBe(lockText([entryOf(1, 1), entryOf(2, 1), entryOf(3, 1), entryOf(4, 1)]));
});
