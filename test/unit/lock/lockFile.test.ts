import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LockEntry } from "../../../client/src/lock/lockEntry.js";
import { lockText, parseLock } from "../../../client/src/lock/lockFile.js";
import { entryOf } from "./entries.js";

describe("the text of a lock file", () => {
  it("gives back what was written, in the same order whatever the order it was given in", () => {
    const some = fc.uniqueArray(fc.integer({ min: 0, max: 100_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(some, (numbers) => {
        const entries = numbers.map((number) => entryOf(number));
        const text = lockText(entries);
        expect(lockText(entries.toReversed())).toBe(text);
        const reading = parseLock(text);
        const byId = (a: LockEntry, b: LockEntry) => (a.id < b.id ? -1 : 1);
        expect(reading.ok && reading.entries.toSorted(byId)).toEqual(entries.toSorted(byId));
        expect(JSON.parse(text)).toMatchObject({ version: 1 });
      }),
      { numRuns: 20 },
    );
  });

  it("has one line for each connection", () => {
    const [before, after] = [lockText([entryOf(1)]), lockText([entryOf(1), entryOf(2)])].map((text) =>
      text.split("\n"),
    );
    const added = (after ?? []).filter((line) => !before?.includes(line));
    expect(added.filter((line) => line.startsWith("{"))).toHaveLength(1);
    expect(added.join()).toContain(entryOf(2).id);
  });

  const line = JSON.stringify(entryOf(1));
  const damaged: readonly (readonly [string, string])[] = [
    ["nothing", ""],
    ["no JSON", "{"],
    ["a comment", `// mine\n${lockText([])}`],
    [
      "a conflict",
      lockText([entryOf(1)]).replace(`${line},`, `<<<<<<< ours\n${line},\n=======\n${line},\n>>>>>>> theirs`),
    ],
    ["another version", lockText([]).replace('"version": 1', '"version": 2')],
    ["no version", lockText([]).replace('"version": 1,', "")],
    ["a property more", lockText([]).replace('"version": 1,', '"version": 1, "more": 1,')],
    ["two lines for one connection", lockText([entryOf(1)]).replace(`${line},`, `${line},\n${line},`)],
    ["a line without a digest", lockText([entryOf(1)]).replace(/,"digest":"[^"]*"/, "")],
    ["a line with a property more", lockText([entryOf(1)]).replace('"id":', '"value":"x","id":')],
    ["a line with a property twice", lockText([entryOf(1)]).replace('"id":', '"id":"ac_9","id":')],
    ["a number in a line", lockText([entryOf(1)]).replace(line, "7")],
    ["a digest that is none", lockText([entryOf(1)]).replace(/"digest":"[^"]*"/, '"digest":"short"')],
    ["what is nested 100,000 levels deep", `{"version": 1, "connections": [${"[".repeat(100_000)}`],
    ["an inherited name", lockText([entryOf(1)]).replace('"id":', '"__proto__":{},"id":')],
  ];
  it.each(damaged)("is not believed in part: %s", (_, text) => {
    expect(parseLock(text)).toMatchObject({ ok: false });
  });

  it("is believed where lines in conflict were both kept", () => {
    const [one, two] = [lockText([entryOf(1)]), JSON.stringify(entryOf(2))];
    expect(parseLock(one.replace(`${line},`, `${line},\n${two},`))).toMatchObject({ ok: true });
  });
});
