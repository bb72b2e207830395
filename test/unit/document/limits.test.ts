import { describe, expect, it } from "vitest";
import { MAX_BYTES } from "../../../schemas/decode.js";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import { MAX_PROBLEMS } from "../../../server/src/rules/rule.js";

function codesOf(text: string): readonly string[] {
  return checkFile(readSetupFile(text)).map(({ code }) => code);
}

function isTooLarge(text: string): boolean {
  return readSetupFile(text).tooLargeAt !== undefined;
}

describe("the size of a file", () => {
  it("is counted in bytes of UTF-8", () => {
    expect(isTooLarge("é".repeat(MAX_BYTES / 2))).toBe(false);
    expect(isTooLarge("é".repeat(MAX_BYTES / 2 + 1))).toBe(true);
  });

  it("is the only problem if it's above the limit", () => {
    const text = `\uFEFF // a comment\n/* another */\n{"nmae": "${"a".repeat(MAX_BYTES)}"`;
    const found = checkFile(readSetupFile(text));
    expect(found.map(({ code, problem }) => [code, text.slice(problem.start, problem.end)])).toEqual([
      ["too-large", "{"],
    ]);
  });
});

describe("the depth of a file", () => {
  it.each(["[", '{"a":', '[{"a":', '{"setup":{"type":"JWT","algorithm":"HS256","x":['])(
    "of 20,000 times %s is the only problem",
    (unit) => {
      expect(codesOf(unit.repeat(20_000))).toEqual(["too-large"]);
    },
  );
});

/** Many times as many mistakes as are reported. */
const MANY = 20 * MAX_PROBLEMS;

describe("the number of problems", () => {
  const many = (one: (index: number) => string): string =>
    Array.from({ length: MANY }, (_, index) => one(index)).join(",");

  it.each([
    ["unknown properties", `{"name": "n", ${many((index) => `"x${index}": 1`)}}`, "unknown-property"],
    ["duplicates", `{"name": "n", ${many(() => '"name": "n"')}}`, "duplicate-property"],
    ["malformed references", `{"name": "${"${".repeat(MANY)}"}`, "malformed-reference"],
    ["nested duplicates", `{"type": "OAUTH_CODE", "x": [${many(() => '{"a":1,"a":2}')}]}`, "duplicate-property"],
  ])("is limited: %s", (_, text, code) => {
    const codes = codesOf(text);
    expect(codes).toHaveLength(MAX_PROBLEMS);
    expect(new Set(codes)).toEqual(new Set([code]));
  });

  it("includes the most serious ones", () => {
    const extras = Array.from({ length: 200 }, (_, index) => `"x${index}": "\${env:MISSING}"`).join(",");
    const text = `{"setup": {"type": "JWT", ${extras}, "algorithm": "none"}}`;
    const codes = checkFile(readSetupFile(text), { exists: () => false }).map(({ code }) => code);
    expect(codes).toHaveLength(MAX_PROBLEMS);
    expect(codes.at(-1)).toBe("invalid-value");
  });

  it("is limited for syntax errors", () => {
    expect(codesOf(`{"name": [${many(() => '"\\q"')}]}`)).toHaveLength(MAX_PROBLEMS);
  });
});
