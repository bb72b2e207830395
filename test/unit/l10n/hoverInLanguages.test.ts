import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MarkupContent } from "vscode-languageserver";
import { LANGUAGES, writeBundles } from "../../../scripts/l10n/bundles.js";
import { hoverAt } from "../../../server/src/features/hover.js";
import { useLocale } from "../../../server/src/edge/server.js";
import { knowing, NEVER, vscode } from "../features/clients.js";
import { corpus, documentWithCursor } from "../features/corpus.js";

const CODE = /(`+)[^]*?(?<!`)\1(?!`)/g;
/** Emphasis as CommonMark takes it, whatever letters are around: a space or an end outside of the stars, and none inside. */
const EMPHASIS = /(?<=^|\s)(\*{1,2})(?=\S)[^*]*?(?<=\S)\1(?=\s|$)/gm;

const cases = corpus("hover").map(({ title, text }) => ({ title, ...documentWithCursor(text) }));

async function hovers(): Promise<readonly string[]> {
  const all = await Promise.all(
    cases.map(({ document, cursor }) =>
      hoverAt({ document, position: document.positionAt(cursor), support: vscode, queries: knowing, token: NEVER }),
    ),
  );
  return all.map((hover) => (hover?.contents as MarkupContent | undefined)?.value ?? "");
}

/** What Markdown makes of a hover, apart from its words. */
function formOf(markdown = ""): Readonly<Record<"blocks" | "items" | "code" | "emphasis" | "other", unknown>> {
  const code = [...markdown.matchAll(CODE)].map(([span]) => span).sort();
  const text = markdown.replaceAll(CODE, "`");
  const emphasis = [...text.matchAll(EMPHASIS)].map(([, stars]) => stars);
  return {
    blocks: markdown.split("\n\n").length,
    items: [...markdown.matchAll(/^- /gm)].length,
    code,
    emphasis,
    other: [...text.replaceAll(EMPHASIS, "").matchAll(/[*[\]<>!~#|]/g)].map(([sign]) => sign),
  };
}

let bundles = "";
let english: readonly string[] = [];
beforeAll(async () => {
  english = await hovers();
  bundles = await mkdtemp(path.join(tmpdir(), "vaultconn-bundles-"));
  await writeBundles(bundles);
});
afterAll(() => rm(bundles, { recursive: true }));

describe.each(LANGUAGES)("the hovers of the corpus in %s", (language) => {
  it("have the same form as in English: nothing in them begins that is not meant", async () => {
    useLocale(language, bundles);
    const translated = await hovers();
    for (const [index, { title }] of cases.entries()) {
      expect(formOf(translated[index]), title).toEqual(formOf(english[index]));
      expect(formOf(translated[index]).other, title).toEqual([]);
      if (english[index] !== "") expect(translated[index], title).not.toBe(english[index]);
    }
  });
});
