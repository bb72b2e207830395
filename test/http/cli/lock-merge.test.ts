import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

/** A connection and which push of it. */
type Pushed = readonly [number: number, revision: number];

/** A repository of which two branches wrote the lock file, and that has the one merge the other. @param base the file before */
function mergeBranches(base: readonly Pushed[], ours: readonly Pushed[], theirs: readonly Pushed[], attributes = "") {
  const write = (pushed: readonly Pushed[]) => {
    writeFileSync(join(folder, LOCK_FILE), lockText(pushed.map(([number, revision]) => entryOf(number, revision))));
  };
  const commit = () => git("commit", "-qam", "pushed");
  git("init", "-q", "-b", "main");
  writeFileSync(join(folder, ".gitattributes"), attributes);
  write(base);
  git("add", ".");
  commit();
  git("switch", "-qc", "theirs");
  write(theirs);
  commit();
  git("switch", "-q", "main");
  write(ours);
  commit();
  git("merge", "-q", "theirs");
}

function merged(): string {
  return readFileSync(join(folder, LOCK_FILE), "utf8");
}

it("merges neighbours in a real repository too", () => {
  const base = [
    [1, 0],
    [2, 0],
  ] as const;
  mergeBranches(
    base,
    [
      [1, 0],
      [2, 1],
      [4, 1],
    ],
    [
      [1, 1],
      [2, 0],
      [3, 1],
    ],
  );
  expect(merged()).toBe(lockText([entryOf(1, 1), entryOf(2, 1), entryOf(3, 1), entryOf(4, 1)]));
});

describe("where two branches push connections of one place for the first time", () => {
  /** The line that never changes above a connection's own. */
  const placeOf = (number: number) => {
    const lines = lockText([entryOf(number)]).split("\n");
    return lines[lines.findIndex((line) => line.startsWith('{"tenant')) - 2];
  };
  const known = new Map<string | undefined, number>();
  let [one, other] = [0, 0];
  for (let number = 3; one === other; number++) {
    const place = placeOf(number);
    [one, other] = [known.get(place) ?? number, number];
    known.set(place, number);
  }
  const base = [[1, 0]] as const;
  const [ours, theirs] = [one, other].map((number): readonly Pushed[] => [...base, [number, 1]]);
  const attributes = /^```\n(.* merge=union\n)```$/m.exec(readFileSync("docs/command-line.md", "utf8"))?.[1] ?? "";

  it("asks, and both lines can be kept", () => {
    expect(() => {
      mergeBranches(base, ours ?? [], theirs ?? []);
    }).toThrow();
    expect(parseLock(merged())).toEqual({ ok: false, problem: "conflict" });
    expect(parseLock(merged().replace(/^[<=>]{7}.*\n/gm, ""))).toEqual({ ok: true, entries: expect.any(Array) as [] });
  });

  it("keeps both by itself as the documentation has it", () => {
    mergeBranches(base, ours ?? [], theirs ?? [], attributes);
    const reading = parseLock(merged());
    const all = [entryOf(1), entryOf(one, 1), entryOf(other, 1)];
    expect(reading).toEqual({ ok: true, entries: expect.arrayContaining(all) as [] });
    // Whoever writes it next puts the lines in order.
    expect(lockText(reading.ok ? reading.entries : [])).toBe(lockText(all));
  });

  it("believes neither of two lines that are kept for one connection", () => {
    mergeBranches(base, [[1, 1]], [[1, 2]], attributes);
    expect(parseLock(merged())).toEqual({ ok: false, problem: "duplicate" });
  });
});
