import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reportOf } from "../../../client/cli/check/check.js";
import { sarif } from "../../../client/cli/check/sarif.js";
import type { Unread } from "../../../client/cli/files/readText.js";
import { printed, type Format, type Report } from "../../../client/cli/output/report.js";
import type { CheckedFile, Problem } from "../../../server/src/library.js";
import { EXPLANATIONS } from "../../../schemas/files.js";
import { fileRules } from "../../../server/src/rules/rules.js";
import { VALUE_SEVERITIES } from "../../../server/src/rules/valueRules.js";

const PAGE = readFileSync(new URL("../../../docs/diagnostics.md", import.meta.url), "utf8");
const PLACE = { line: 3, column: 5, endLine: 3, endColumn: 14 };

function problem(severity: Problem["severity"], code: string, message: string): Problem {
  return { severity, code, message, help: `${EXPLANATIONS}#${code}`, ...PLACE, related: [] };
}

const EMPTY: Report = { title: "", head: [], rows: [], notes: [], summary: "", data: {}, annotations: [] };
const PROBLEMS = [problem("error", "unknown-property", "None."), problem("hint", "plain-text-secret", "See this.")];

const inspect = () => expect.fail("Nothing is sent.");
const FILES: readonly CheckedFile[] = [{ path: "/work/team/a.vaultconn.json", inspect, problems: PROBLEMS }];
const UNREAD: readonly Unread[] = [{ path: "/work/team/locked", reason: "permission is denied" }];

function print(format: Format, colours = false): Promise<string> {
  return printed(reportOf(2, FILES, UNREAD, "/work/team"), format, { colours, checkout: "/work" });
}

describe("a report", () => {
  it("as text has colors only on request", async () => {
    expect(await print("text", true)).toContain("a.vaultconn.json:3:5 \u001b[31merror\u001b[39m unknown-property");
    expect(await print("text")).not.toContain("\u001b");
  });

  it.each([
    ["long vowels and dots of katakana", "データ・ベース", 14],
    ["kana of half width", "ﾃﾞｰﾀ", 4],
    ["decomposed kana", "か\u3099", 2],
    ["decomposed Hangul", "\u1112\u1161\u11ab", 2],
    ["decomposed letters", "Bu\u0308ro", 4],
    ["punctuation of full width", "（ＣＲＭ）、", 12],
    ["emoji of one and of several", "🚀❤️👩🏽\u200d💻🇩🇪", 8],
    ["Persian with joiners", "می\u200cخواهم", 7],
    ["dashes and dots", "a – b…", 6],
  ])("aligns columns behind %s", async (_, name, columns) => {
    const table = await printed({ ...EMPTY, head: ["", "x"], rows: [[name, "x"]] }, "text", {
      colours: false,
      checkout: "",
    });
    expect(table).toContain(`${" ".repeat(columns)}  x\n`);
    expect(table).toContain(`${name}  x\n`);
  });

  it.each<[Format, string]>([
    ["github", "::error file=team/locked,line=1,title=unreadable::It can't be read: permission is denied."],
    ["markdown", "- `locked`: It can't be read: permission is denied."],
  ])("as %s names a file that can't be read", async (format, line) => {
    expect((await print(format)).split("\n")).toContain(line);
  });
});

describe("a report as SARIF", () => {
  interface Run {
    readonly tool: {
      readonly driver: { readonly rules: readonly { readonly id: string; readonly helpUri: string }[] };
    };
    readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number }[];
  }

  const run = () => (JSON.parse(sarif(FILES, UNREAD, "/work", PAGE)) as { readonly runs: readonly [Run] }).runs[0];

  it("says what couldn't be read", () => {
    const unread = { level: "error", message: { text: "Can't be read: permission is denied." } };
    expect(run()).toMatchObject({
      invocations: [{ executionSuccessful: false, toolExecutionNotifications: [unread] }],
    });
  });

  it("explains each rule, and refers to it by index", () => {
    const { tool, results } = run();
    const { rules } = tool.driver;
    const known = [...fileRules, ...Object.entries(VALUE_SEVERITIES).map(([code, severity]) => ({ code, severity }))];
    expect(rules.map(({ id }) => id).sort()).toEqual(known.map(({ code }) => code).sort());
    const levels = { error: "error", warning: "warning", information: "note", hint: "note", off: "none" };
    for (const { code, severity } of known)
      expect(rules.find(({ id }) => id === code)).toMatchObject({
        helpUri: `${EXPLANATIONS}#${code}`,
        defaultConfiguration: { level: levels[severity] },
        shortDescription: { text: expect.stringMatching(/^[A-Z$].*\.$/) as string },
        help: {
          text: expect.stringMatching(/^[^`*]+$/) as string,
          markdown: expect.not.stringContaining("](#") as string,
        },
      });
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  });
});

it("cuts a Markdown report that's too long for a comment, and counts the rest", async () => {
  const files = Array.from({ length: 2000 }, (_, at) => `connections/a-long-name-of-a-file-${at}.vaultconn.json`);
  const report = {
    title: "vaultconn plan",
    head: ["", "File"],
    rows: files.map((file) => ["update", file]),
    notes: files.map((file) => [file, "The connection changed on the service."] as const),
    summary: "2000 to update",
    data: {},
    annotations: [],
  };
  const written = await printed(report, "markdown", { colours: false, checkout: "/" });
  expect(written.length).toBeLessThan(65_000);
  const left = [...written.matchAll(/^and (\d+) more$/gm)].map(([, count]) => Number(count));
  const shown = (start: string) => written.split("\n").filter((line) => line.startsWith(start)).length;
  expect(left).toEqual([files.length - shown("| `update`"), files.length - shown("- `connections")]);
});

it("cuts a SARIF report that has more results than GitHub reads", () => {
  const many = problem("hint", "type-omitted", "x");
  const files = [{ path: "/a.vaultconn.json", problems: Array.from({ length: 25_220 }, () => many), inspect }];
  const { runs } = JSON.parse(sarif(files, [], "/", "")) as {
    readonly runs: readonly { readonly results: readonly object[]; readonly invocations: readonly object[] }[];
  };
  expect(runs[0]?.results.length).toBe(24_000);
  expect(JSON.stringify(runs[0]?.invocations)).toContain("There are 1220 more problems.");
});
