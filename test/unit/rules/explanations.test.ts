import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import { fileRules } from "../../../server/src/rules/rules.js";
import { VALUE_SEVERITIES } from "../../../server/src/rules/valueRules.js";
import { EXPLANATIONS } from "../../../schemas/files.js";
import { type RuleContext } from "../../../server/src/rules/rule.js";
import { CASES, SEVERITIES } from "../features/corpus.js";

const RULES = [...fileRules, ...Object.entries(VALUE_SEVERITIES).map(([code, severity]) => ({ code, severity }))];
/** What needs another file of the workspace is proven on the whole server. */
const ELSEWHERE = ["duplicate-target"];

function sections(): ReadonlyMap<string, string> {
  const page = readFileSync(new URL("../../../docs/diagnostics.md", import.meta.url), "utf8");
  return new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n"))]),
  );
}

describe("the kinds of diagnostics", () => {
  it("are those that are documented, with their severities", () => {
    const numberOf = (severity: string) => ["error", "warning", "information", "hint"].indexOf(severity) + 1;
    expect(RULES.map(({ code, severity }) => [code, numberOf(severity)]).sort()).toEqual([...SEVERITIES].sort());
  });

  it("are explained on the page they link to, with what to do", () => {
    expect(EXPLANATIONS).toMatch(/\/docs\/diagnostics\.md$/);
    for (const [code, section] of sections())
      expect(section.trim().split("\n\n").length, code).toBeGreaterThanOrEqual(2);
  });

  it("have the message that the page shows below its example", () => {
    const start = { line: 0, character: 0 };
    const context: RuleContext = {
      plainTextSecret: "hint",
      now: Date.parse("2026-11-28"),
      exists: (kind) => kind !== "secret" && kind !== "provider",
      sameTarget: ({ id }) => ({
        count: id === "ac_2" ? 1 : 0,
        first: [{ uri: "file:///other.vaultconn.json", range: { start, end: start } }],
      }),
    };
    for (const [code, section] of sections()) {
      if (code === "too-large") continue;
      const [, example = "", message] = /```jsonc\n(.*?)\n```\n\n> ([^\n]*)\n/s.exec(section) ?? [];
      const found = checkFile(readSetupFile(example), context);
      expect(found.map(({ code: own, problem }) => [own, problem.message()])).toEqual([[code, message]]);
    }
  });

  it("have a case in the corpus", () => {
    const shown = new Set(CASES.flatMap(({ expected }) => expected.map(({ code }) => code)));
    expect(RULES.map(({ code }) => code).filter((code) => !shown.has(code))).toEqual(ELSEWHERE);
  });
});
