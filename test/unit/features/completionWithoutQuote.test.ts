import { describe, expect, it } from "vitest";
import { InsertReplaceEdit, type CompletionItem } from "vscode-languageserver";
import { variants, type Variant } from "../../../schemas/variants.js";
import { duplicatesWithin, parseText } from "../../../server/src/document/tree.js";
import { complete } from "../../../server/src/features/completion/completion.js";
import { findMissingQuote } from "../../../server/src/features/completion/outline.js";
import { accept, withoutStops } from "./accept.js";
import { knowing, NEVER, vscode } from "./clients.js";
import { documentOf } from "./corpus.js";

const VALUES: Readonly<Record<string, string>> = {
  "https-url": "https://a.io/b",
  hostname: "a.io",
  email: "a@b.io",
};

function setupOf({ type, fields }: Variant): Readonly<Record<string, string>> {
  const entries = fields.map(({ name, allowed, format, secret }): readonly [string, string] => [
    name,
    allowed?.[0] ?? (secret ? "${env:K}" : VALUES[format ?? ""]) ?? "x y, z",
  ]);
  return Object.fromEntries<string>([["type", type], ...entries]);
}

/** A file of a variant in one line: as a full file, and as a bare setup. */
function linesOf(variant: Variant): readonly string[] {
  const setup = setupOf(variant);
  const full = JSON.stringify({ id: "ac_1", tenant: "acme.example.com", name: "A", setup });
  return [full, JSON.stringify(setup).replaceAll(/([:,])"/g, '$1 "')];
}

/** A text without one of its quotes, for each of them. */
function withoutQuote(line: string): readonly { readonly text: string; readonly quote: number }[] {
  return Array.from(line.matchAll(/"/g), ({ index }) => ({
    text: `${line.slice(0, index)}${line.slice(index + 1)}`,
    quote: index,
  }));
}

/** A text after an item was accepted, with the quote that is missing written where it was. */
function repaired(text: string, item: CompletionItem, quote: number): string {
  const document = documentOf(text);
  const { textEdit } = item;
  if (!textEdit) throw new Error(`${item.label} has no edit.`);
  const range = InsertReplaceEdit.is(textEdit) ? textEdit.replace : textEdit.range;
  const result = withoutStops(accept(document, item));
  const added = result.length - text.length;
  const at = document.offsetAt(range.end) <= quote ? quote + added : quote;
  const isReplaced = document.offsetAt(range.start) <= quote && quote <= document.offsetAt(range.end);
  return isReplaced ? result : `${result.slice(0, at)}"${result.slice(at)}`;
}

function keysTwice(text: string): number {
  const { root } = parseText(text);
  return root ? duplicatesWithin(root).length : 0;
}

describe("a line with a quote missing", () => {
  it.each(variants)("is read as if the quote were there: $title", (variant) => {
    for (const line of linesOf(variant)) {
      for (const { text } of withoutQuote(line)) {
        const { syntaxFault } = parseText(text);
        const { offset = 0 } = (syntaxFault && findMissingQuote(text, syntaxFault)) ?? {};
        expect(`${text.slice(0, offset)}"${text.slice(offset)}`).toBe(line);
      }
    }
  });

  it("is completed with no key that is there", async () => {
    const twice: string[] = [];
    let accepted = 0;
    // One has a field with the name of a property of the file, the other a URL.
    const lines = variants.filter(({ number }) => number === 9 || number === 14).flatMap(linesOf);
    for (const { text, quote } of lines.flatMap(withoutQuote)) {
      const document = documentOf(text);
      for (let offset = 0; offset <= text.length; offset++) {
        const { items } = await complete({
          document,
          position: document.positionAt(offset),
          support: vscode,
          queries: knowing,
          token: NEVER,
        });
        accepted += items.length;
        for (const item of items) {
          const result = repaired(text, item, quote);
          if (keysTwice(result) > 0)
            twice.push(`${text.slice(0, offset)}‸${text.slice(offset)} and ${item.label} give ${result}`);
        }
      }
    }
    expect(accepted).toBeGreaterThan(1000);
    expect(twice).toEqual([]);
  });
});
