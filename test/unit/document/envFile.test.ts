import { parseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isReferenceName } from "../../../schemas/references.js";
import { variablePlaces } from "../../../server/src/symbols/fileSymbols.js";

function variablesIn(text: string): readonly { name: string; start: number; end: number }[] {
  const document = TextDocument.create("file:///.env", "dotenv", 1, text);
  return variablePlaces(document).map(({ name, place }) => ({ name, ...place }));
}

const name = fc.stringMatching(/^[A-Za-z_][\w.-]{0,5}$/).filter((text) => text !== "export");
const plain = fc.stringMatching(/^[\w $#='"`.-]{0,8}$/).filter((text) => !/^\s*["'`]/.test(text));
const quoted = fc
  .tuple(fc.constantFrom('"', "'", "`"), fc.stringMatching(/^[\w $#=\n]{0,12}$/))
  .map(([quote, text]) => `${quote}${text}${quote}`);
const assignment = fc
  .tuple(fc.constantFrom("", "export "), name, fc.constantFrom("=", " =", "= ", " = "), fc.oneof(plain, quoted))
  .map((parts) => parts.join(""));
const line = fc.oneof(
  { weight: 4, arbitrary: assignment },
  fc.stringMatching(/^#[\w =]{0,8}$/),
  // Not blanks alone: what Node 20 makes of the next name after them, later versions don't.
  fc.constant(""),
);

describe("the variables of a .env file", () => {
  it("are those that Node reads, each where it stands", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join("\n");
        const found = variablesIn(text);
        expect([...new Set(found.map((variable) => variable.name))].sort()).toEqual(
          Object.keys(parseEnv(text)).filter(isReferenceName).sort(),
        );
        for (const { name: expected, start, end } of found) expect(text.slice(start, end)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("leave out what no reference can name", () => {
    expect(variablesIn("1A=x\nA B=y\n=z\nnothing\nC=1\r\nD = 2").map((variable) => variable.name)).toEqual(["C", "D"]);
  });
});
