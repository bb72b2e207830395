import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile, type Finding } from "../../../server/src/rules/checkFile.js";

const WORKSPACE = "scripts/start/workspace";

/** What each faulty file of the demonstration is there to show. */
const LESSONS: Readonly<Record<string, string>> = {
  "misspelt-field.vaultconn.json": "unknown-property",
  "missing-fields.vaultconn.json": "missing-property",
  "plain-http.vaultconn.json": "not-https-url",
  "read-only-field.vaultconn.json": "read-only-property",
  "two-variants-at-once.vaultconn.json": "conflicting-properties",
  "value-not-allowed.vaultconn.json": "invalid-value",
};

const valid = filesIn("connections");
const faulty = filesIn("faulty");

describe("the demonstration's workspace", () => {
  it.each(valid)("%s has no problems", (_, text) => {
    expect(problems(text)).toEqual([]);
  });

  it("has a lesson for each faulty file", () => {
    expect(faulty.map(([name]) => name)).toEqual(Object.keys(LESSONS).sort());
  });

  it.each(faulty)("%s has the one problem that it's about", (name, text) => {
    expect(problems(text).map(({ code }) => code)).toEqual([LESSONS[name]]);
    expect(text).toContain("//");
  });
});

function filesIn(folder: string): (readonly [string, string])[] {
  const names = readdirSync(join(WORKSPACE, folder)).sort();
  return names.map((name) => [name, readFileSync(join(WORKSPACE, folder, name), "utf8")] as const);
}

/** Everything but hints: the made-up credentials are plain text, which is pointed out faintly. */
function problems(text: string): Finding[] {
  return checkFile(readSetupFile(text)).filter(({ severity }) => severity !== "hint");
}
