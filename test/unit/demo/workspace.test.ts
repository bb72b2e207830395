import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";

const FOLDER = "scripts/start/workspace";

/** What each faulty file of the demonstration is there to show. */
const FAULTY = {
  "misspelt-field": "unknown-property",
  "missing-fields": "missing-property",
  "plain-http": "not-https-url",
  "read-only-field": "read-only-property",
  "two-variants-at-once": "conflicting-properties",
  "value-not-allowed": "invalid-value",
};
const VALID = readdirSync(`${FOLDER}/connections`).map((name) => [name.replace(".vaultconn.json", ""), ""] as const);

it.each([
  { folder: "connections", files: VALID },
  { folder: "faulty", files: Object.entries(FAULTY) },
])("has the problems in $folder of the demonstration's workspace that it's to show", ({ folder, files }) => {
  expect(readdirSync(`${FOLDER}/${folder}`).sort()).toEqual(files.map(([name]) => `${name}.vaultconn.json`).sort());
  for (const [name, code] of files) {
    const text = readFileSync(`${FOLDER}/${folder}/${name}.vaultconn.json`, "utf8");
    // Hints point out faintly that the made-up credentials are plain text.
    const problems = checkFile(readSetupFile(text)).filter(({ severity }) => severity !== "hint");
    expect([name, problems.map((problem) => problem.code).join()]).toEqual([name, code]);
  }
});
