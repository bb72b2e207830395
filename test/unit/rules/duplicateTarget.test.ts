import { describe, expect, it } from "vitest";
import { checkFiles } from "../../../server/src/library.js";
import { isSameTarget, readSetupFile, targetOf } from "../../../server/src/document/setupFile.js";
import { checkFile, type Finding } from "../../../server/src/rules/checkFile.js";

const TEXT = '{"id": "ac_1", "tenant": "acme.example.com", "name": "n"}';
const AT_START = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

/** What is said about the file where so many others update the same connection. */
function among(others: number, asked: unknown[] = []): readonly Finding[] {
  const first = Array.from({ length: Math.min(others, 5) }, (_, index) => ({
    uri: `file:///${index}.vaultconn.json`,
    range: AT_START,
  }));
  return checkFile(readSetupFile(TEXT), {
    sameTarget: ({ id, tenant }) => (asked.push([id, tenant]), { count: others, first }),
  });
}

describe("a connection that several files update", () => {
  it("is found by ID and tenant, and isn't reported for one file", () => {
    const asked: unknown[] = [];
    expect(among(0, asked)).toEqual([]);
    expect(asked).toEqual([["ac_1", "acme.example.com"]]);
    expect(targetOf(readSetupFile(TEXT.replace("ac_1", "")))).toBeUndefined();
  });

  it.each([
    [1, "Another file updates the same connection; keep one, or the last push wins.", 1, "here."],
    [2, "2 other files update the same connection; keep one, or the last push wins.", 2, "here."],
    [
      1000,
      "1000 other files update the same connection; keep one, or the last push wins.",
      5,
      "here. More such files: 995.",
    ],
  ])("is reported at the ID, with %i others and a limited number of names", (others, message, related, last) => {
    const [found, ...more] = among(others);
    expect(more).toEqual([]);
    expect([found?.code, TEXT.slice(found?.problem.start, found?.problem.end)]).toEqual(["duplicate-target", '"ac_1"']);
    expect([found?.problem.message(), found?.problem.related?.length]).toEqual([message, related]);
    expect(found?.problem.related?.at(-1)?.message).toBe(`The same connection is updated ${last}`);
  });
});

it("name five other copies each, and count the rest", () => {
  const files = Array.from({ length: 10_000 }, (_, at) => ({ path: `/none/${at}.vaultconn.json`, text: TEXT }));
  for (const { path, problems } of checkFiles(files)) {
    const [found, ...others] = problems;
    expect([found?.message, others]).toEqual([expect.stringMatching(/^9999 other files/), []]);
    expect(found?.related.map((one) => one.path)).not.toContain(path);
    expect(found?.related.map(({ message }) => message.slice(-4))).toEqual(["ere.", "ere.", "ere.", "ere.", "994."]);
  }
});

describe("a connection that two files update", () => {
  it.each([
    ["acme.io", "acme.io:443", true],
    ["acme.io", "ACME.io", true],
    ["acme.io", "acme.io:8443", false],
    ["acme.io", "beta.io", false],
    ["acme.io", "", true],
    ["https://acme.io", "https://beta.io", false],
  ])("has the tenants %j and %j: %s", (one, other, expected) => {
    const [a, b] = [one, other].map((tenant) => targetOf(readSetupFile(JSON.stringify({ id: "ac_1", tenant }))));
    expect(a && b && isSameTarget(a, b)).toBe(expected);
  });
});
