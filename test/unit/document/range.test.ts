import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { rangeBetween } from "../../../server/src/document/range.js";

/** So many characters that lines are looked for by the text's own search. */
const LARGE = 70_000;

describe("the range between two offsets of a large text", () => {
  it("is the one the document itself gives, whatever its lines are", () => {
    const line = fc.stringMatching(/^[a-z]{0,9}$/);
    const breaks = fc.constantFrom("\n", "\n\n", "\r\n", "\r");
    fc.assert(
      fc.property(fc.array(line), breaks, fc.array(fc.nat(LARGE + 200)), fc.boolean(), (lines, end, offsets, atEnd) => {
        const filling = "x".repeat(LARGE);
        const text = atEnd ? `${filling}${lines.join(end)}` : `${lines.join(end)}${filling}`;
        const document = TextDocument.create("file:///a", "vaultconn", 1, text);
        for (const offset of [...offsets, 0, text.length, text.length + 1]) {
          expect(rangeBetween(document, offset, offset + 3)).toEqual({
            start: document.positionAt(offset),
            end: document.positionAt(offset + 3),
          });
        }
      }),
    );
  });
});
