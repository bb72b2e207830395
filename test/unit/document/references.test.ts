import { describe, expect, it } from "vitest";
import { parseReferences } from "../../../schemas/references.js";

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
});
