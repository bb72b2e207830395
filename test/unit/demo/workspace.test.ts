import { readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { expect, it } from "vitest";

import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";

it("has the problems in the demonstration's workspace that it's to show, and no others", () => {
  const names = readdirSync("scripts/start/workspace", { recursive: true, encoding: "utf8" });
  const found = names.flatMap((name) => {
    if (!name.endsWith(".vaultconn.json")) return [];
    const findings = checkFile(readSetupFile(readFileSync(`scripts/start/workspace/${name}`, "utf8")));
    // Hints point out faintly that the made-up credentials are plain text.
    return findings
      .filter(({ severity }) => severity !== "hint")
      .map(({ code }) => [name.replaceAll(sep, "/"), code] as const);
  });
  const expected = {
    "misspelt-field": "unknown-property",
    "missing-fields": "missing-property",
    "plain-http": "not-https-url",
    "read-only-field": "read-only-property",
    "two-variants-at-once": "conflicting-properties",
    "value-not-allowed": "invalid-value",
  };
  expect(found.sort()).toEqual(
    Object.entries(expected)
      .map(([name, code]) => [`faulty/${name}.vaultconn.json`, code])
      .sort(),
  );
});
