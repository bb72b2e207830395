import { describe, expect, it } from "vitest";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import { CASES } from "../features/corpus.js";

const VALID = CASES.filter(({ expected, text }) => expected.length === 0 && text.length < 2000);

describe("a valid text as it is typed", () => {
  it.each(VALID)("has at most one diagnostic at any time: $heading", ({ text }) => {
    for (let length = 0; length <= text.length; length++) {
      const prefix = text.slice(0, length);
      expect(
        checkFile(readSetupFile(prefix)).map(({ code }) => code),
        JSON.stringify(prefix),
      ).toSatisfy((codes: readonly string[]) => codes.length <= 1);
    }
  });
});
