import { describe, expect, it } from "vitest";
import { entryAfter, lockKey, lockText, parseLock, type LockEntry } from "../../../client/core/lock/lockEntries.js";
import { entryOf } from "../records.js";

describe("the text of a lock file", () => {
  it("has one line for each connection, sorted, and is read as it was written", () => {
    // Ids may have a slash and a quote.
    const sorted = [entryOf(1), entryOf(10), { ...entryOf(2), id: 'b/c"d' }];
    const written = lockText(sorted.toReversed());
    const lines = written.trimEnd().split("\n").slice(1, -1);
    expect(lines.map((line) => line.split(": {")[0])).toEqual(sorted.map((entry) => JSON.stringify(lockKey(entry))));
    expect(parseLock(written)).toEqual(sorted);
    expect(JSON.parse(written)).toMatchObject({ version: 2 });
  });

  it("keeps what a later version wrote about a push until the next one", () => {
    const ending = { ...entryOf(1), expires: "2027-03-01" };
    const more = '"expires":"2027-03-01","later_text":"x","later_count":2,"later":true';
    const written = lockText([ending]).replace('"expires":"2027-03-01"', more);
    const reading = parseLock(written);
    const [entry] = typeof reading === "object" ? reading : [];
    expect(entry).toEqual({ ...ending, others: { later_text: "x", later_count: 2, later: true } });
    expect(lockText(entry ? [entry] : [])).toBe(written);
    expect(entryAfter(entryOf(1, 2), entry, entry)).not.toHaveProperty("others");
  });

  const text = lockText([entryOf(1)]);
  const [, line = ""] = text.split("\n");
  const damaged: readonly (readonly [string, string])[] = [
    ["nothing", ""],
    ["no JSON", "{"],
    ["a comment", `// mine\n${lockText([])}`],
    ["a conflict", text.replace(line, `<<<<<<< ours\n${line}\n=======\n${line}\n>>>>>>> theirs`)],
    ["an earlier version", text.replace('"version": 2', '"version": 1')],
    ["a later version", text.replace('"version": 2', '"version": 3')],
    ["no version", text.replace('"version": 2,', "")],
    ["a property more", text.replace('"version": 2,', '"version": 2, "more": 1,')],
    ["a list of connections", '{"version": 2, "connections": []}'],
    ["a key without a tenant", text.replace(/"[^"/]+\//, '"/')],
    ["a key without an id", text.replace(/\/ac_1"/, '/"')],
    ["a key without a slash", text.replace("/ac_1", "")],
    ["a line without a digest", text.replace(/,"digest":"[^"]*"/, "")],
    ["a line with an object", text.replace('"digest":', '"value":{"x":1},"digest":')],
    ["a line with a list that isn't known", text.replace('"digest":', '"value":["x"],"digest":')],
    ["a line with a long text", text.replace('"digest":', `"value":"${"x".repeat(1001)}","digest":`)],
    ["an end that's no day", text.replace('"digest":', '"expires":"2027-02-29","digest":')],
    ["a line with a property twice", text.replace('"digest":', '"fingerprint":"x","digest":')],
    ["a number in a line", text.replace(/": \{.*\}/, '": 7')],
    ["a digest that is none", text.replace(/"digest":"[^"]*"/, '"digest":"short"')],
    ["a state before that is none", text.replace('"digest":', '"previous":["short"],"digest":')],
    ["what is nested 100,000 levels deep", `{"version": 2, "connections": {"a/b": ${"[".repeat(100_000)}`],
    ["an inherited name", text.replace('"digest":', '"__proto__":{},"digest":')],
    ["a value that follows another without a comma or key", text.replace(/\}\n/, "} {}\n")],
  ];
  it.each(damaged)("is refused as a whole: %s", (_, text) => {
    expect(parseLock(text)).toBeTypeOf("string");
  });
});

describe("a merged lock file", () => {
  const entry = (revision: number, ...earlier: readonly LockEntry[]) =>
    earlier.reduce<LockEntry>((next, before) => entryAfter(next, before, before), entryOf(1, revision));
  const [one, two] = [entryOf(1, 1), entryOf(1, 2)];
  const [after, later] = [entry(2, one), entry(3, entry(2, one))];
  const textOf = (...entries: readonly LockEntry[]) => {
    const lines = entries.map((each) => lockText([each]).split("\n")[1]);
    return `{"version": 2, "connections": {\n${lines.join("\n")}\n}}\n`;
  };

  it("may lack commas between entries, or have one after the last", () => {
    const entries = [entryOf(1), entryOf(2)];
    expect(parseLock(textOf(...entries))).toEqual(entries);
    expect(parseLock(lockText(entries).replace("}\n}}", "},\n}}"))).toEqual(entries);
  });

  it.each([
    ["the same twice", [one, one], one],
    ["one of a push that changed nothing", [entryAfter(one, one, one)], entryAfter(one, one, one)],
    ["one that follows from the other", [one, after], after],
    ["the other way round", [after, one], after],
    ["one that follows from the other with a push between", [later, one], later],
    ["three that follow from each other", [one, later, after], later],
  ] as const)("uses the latest of %s", (_, entries, latest) => {
    expect(parseLock(textOf(...entries))).toEqual([latest]);
  });

  it.each([
    ["two", [one, two]],
    ["two that follow from the same", [entry(2, one), entry(3, one)]],
    ["a third", [one, after, entryOf(1, 4)]],
  ] as const)("reports drift if none of %s is the latest, until a push", (_, entries) => {
    const reading = parseLock(textOf(...entries));
    const [drifted] = typeof reading === "object" ? reading : [];
    expect(reading).toMatchObject([{ fingerprint: "", updated_at: "", digest: "" }]);
    expect(parseLock(lockText(drifted ? [drifted, entryOf(2)] : []))).toEqual([drifted, entryOf(2)]);
    const pushed = entryAfter(entryOf(1, 9), entryOf(1, 8), drifted);
    expect(parseLock(textOf(...entries, pushed))).toEqual([pushed]);
  });
});
