import { describe, expect, it } from "vitest";
import type { FixableProblem } from "../../../server/protocol/messages.js";
import { validateFiles } from "../../../server/src/library.js";

async function problemsOf(text: string) {
  const [result] = await validateFiles([{ path: "", text }]);
  return result?.problems ?? [];
}

/** The fix of the first problem with a code. */
async function fixOf(text: string, code: string) {
  const problems = await problemsOf(text);
  const problem = problems.find((one) => one.code === code);
  if (!problem) throw new Error(JSON.stringify(problems));
  return problem.fix;
}

/** Does what a fix says. */
function fixed(text: string, edits: NonNullable<FixableProblem["fix"]>["edits"] = []): string {
  const lines = text.split("\n");
  for (const { line, column, endLine, endColumn, newText } of edits.toReversed()) {
    const [first = "", last = ""] = [lines[line - 1], lines[endLine - 1]];
    lines.splice(line - 1, endLine - line + 1, first.slice(0, column - 1) + newText + last.slice(endColumn - 1));
  }
  return lines.join("\n");
}

const BEARER = '"type": "BEARER", "token": "${env:T}"';

describe("a fix for an agent", () => {
  it.each([
    [`{${BEARER}, "tokn": 1}`, "unknown-property", [""]],
    ['{"type": "BEARER", "tokn": "Zq7-secret"}', "unknown-property", ['"token"']],
    ['{"type": "BEARER", "token": " Zq7-secret "}', "surrounding-whitespace", ["", ""]],
    ['{"setup": {"type": "BEARER", "token": "Zq7-secret"}', "syntax", ["}"]],
    ['{"type": "BEARER", "token": "Zq7-secret"}', "plain-text-secret", ['"${env:TOKEN}"']],
    ['{\n  "type": "BEARER",\n  "tokn": "${env:T}"\n}', "unknown-property", ['"token"']],
  ])("of %j, %s, writes %j without a value, and fixes the problem", async (text, code, written) => {
    const edits = (await fixOf(text, code))?.edits;
    expect(edits?.map(({ newText }) => newText)).toEqual(written);
    expect((await problemsOf(fixed(text, edits))).map((problem) => problem.code)).not.toContain(code);
  });

  it.each([
    ['{"id": "ac_1", "type": "BEARER", "token": "Zq7-secret"}', "unknown-property", "Turn into a full file"],
    ['{"type": "BEARER", "token": 12345678}', "wrong-value-type", "Enclose in double quotes"],
    ['{"type": "BEARER", "token": "!\\@#"}', "syntax", "Escape the backslash as \\\\"],
    ['{"type": "WEBHOOK", "url": "http://example.com/Zq7"}', "not-https-url", "Change to an https:// URL"],
  ])("of %j, %s, is only named, because it would write a value", async (text, code, title) => {
    expect(await fixOf(text, code)).toEqual({ title });
  });
});
