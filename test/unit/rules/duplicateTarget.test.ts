import { describe, expect, it } from "vitest";
import { checkFiles } from "../../../server/src/library.js";

/** What's said about several files that update the same connection. */
function reportsOn(files: readonly object[]) {
  const checked = checkFiles(files.map((file, at) => ({ path: `/${at}.vaultconn.json`, text: JSON.stringify(file) })));
  return checked.map(({ path, problems }) => ({
    path,
    found: problems.filter(({ code }) => code === "duplicate-target"),
  }));
}

describe("a connection that several files update", () => {
  it.each([
    [1, "Another file updates", 1, "here."],
    [2, "2 other files update", 2, "here."],
    [2000, "2000 other files update", 5, "here. More such files: 1995."],
  ])("is reported at the ID, with %i others and a limited number of names", (others, subject, count, last) => {
    const message = `${subject} the same connection; keep one, or the last push wins.`;
    const files = Array.from({ length: others + 1 }, () => ({ id: "ac_1", tenant: "acme.example.com", name: "n" }));
    for (const { path, found } of reportsOn(files)) {
      expect(found).toMatchObject([{ message, line: 1, column: 7, endColumn: 13 }]);
      const related = found[0]?.related ?? [];
      expect(new Set([...related.map((other) => other.path), path]).size).toBe(count + 1);
      expect(related.at(-1)?.message).toBe(`The same connection is updated ${last}`);
    }
  });

  it.each([
    ["ac_1", "acme.io", "acme.io:443", true],
    ["ac_1", "acme.io", "ACME.io", true],
    ["ac_1", "acme.io", "acme.io:8443", false],
    ["ac_1", "acme.io", "beta.io", false],
    ["ac_1", "acme.io", undefined, true],
    ["ac_1", "https://acme.io", "https://beta.io", false],
    ["", "acme.io", "acme.io", false],
  ])("has the ID %j and the tenants %j and %j: %s", (id, one, other, isSame) => {
    const reports = reportsOn([one, other].map((tenant) => ({ id, tenant, name: "n" })));
    expect(reports.map(({ found }) => found.length > 0)).toEqual([isSame, isSame]);
  });
});
