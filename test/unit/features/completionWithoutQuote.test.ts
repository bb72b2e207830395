import { describe, expect, it } from "vitest";

import { variants, type Variant } from "../../../schemas/variants.js";
import { parseText } from "../../../server/src/document/tree.js";

import { findMissingQuote } from "../../../server/src/features/completion/outline.js";

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
});
