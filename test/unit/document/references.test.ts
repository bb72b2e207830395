import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeReferences, parseReferences, referenceText } from "../../../schemas/references.js";

/** References and malformed ones in order, as they are written; the rest as it is read. */
function read(text: string): { readonly parts: readonly string[]; readonly malformed: readonly string[] } {
  const { parts, malformed } = parseReferences(text);
  return {
    parts: parts.map((part) => (typeof part === "string" ? part : `<${part.kind} ${part.name}>`)),
    malformed: malformed.map(({ start, end }) => text.slice(start, end)),
  };
}

describe("references in a text", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["", [], []],
    ["plain $ text {} $x", ["plain $ text {} $x"], []],
    ["${env:A}", ["<env A>"], []],
    ["a${env:A_b.c-1}b", ["a", "<env A_b.c-1>", "b"], []],
    ["${secret:_x}${file:a/b c.pem}", ["<secret _x>", "<file a/b c.pem>"], []],
    ["${file:${x}", ["<file ${x>"], []],
    ["$${env:A}", ["${env:A}"], []],
    ["$$${env:A}", ["$${env:A}"], []],
    ["$$$${env:A}", ["$$${env:A}"], []],
    ["$${", ["${"], []],
    ["$${${env:A}", ["${", "<env A>"], []],
    ["${$${env:A}", ["${${env:A}"], ["${"]],
    ["${", ["${"], ["${"]],
    ["${}", ["${}"], ["${}"]],
    ["${env}", ["${env}"], ["${env}"]],
    ["${env:}", ["${env:}"], ["${env:}"]],
    ["${env:1}", ["${env:1}"], ["${env:1}"]],
    ["${env:A ${env:B}", ["${env:A ", "<env B>"], ["${env:A "]],
    ["${env:Ä}", ["${env:Ä}"], ["${env:Ä}"]],
    ["${env:A\n}", ["${env:A\n}"], ["${env:A\n}"]],
    ["${a}${b}", ["${a}${b}"], ["${a}", "${b}"]],
    ["${a} b } c", ["${a} b } c"], ["${a}"]],
  ])("%j", (text, parts, malformed) => {
    expect(read(text)).toEqual({ parts, malformed });
  });

  it("are at their places, with nothing lost between them", () => {
    const unescaped = (text: string) => text.replaceAll("$${", () => "${");
    const piece = fc.oneof(
      fc.constantFrom("${env:A}", "${a:$${}", "${file:x}", "$${", "${", "$", "}", "{", "${secret:b.c}"),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        const { parts, references, malformed } = parseReferences(text);
        for (const { kind, name, start, end } of references)
          expect(text.slice(start, end)).toBe(referenceText({ kind, name }));
        for (const { start } of malformed) expect(text.slice(start, start + 2)).toBe("${");
        const written = parts
          // A path may have what would be an escape elsewhere.
          .map((part) => (typeof part === "string" ? part : unescaped(text.slice(part.start, part.end))))
          .join("");
        expect(written).toBe(unescaped(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("don't occur in an escaped text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("${env:A}", "$", "{", "${", "a", "}")), (pieces) => {
        const text = pieces.join("");
        fc.pre(!text.includes("$${"));
        const { parts, references, malformed } = parseReferences(escapeReferences(text));
        expect([references, malformed, parts]).toEqual([[], [], text === "" ? [] : [text]]);
      }),
    );
  });
});
