import { parseTree, type Node, type ParseError } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { anySetup, textOf } from "../rules/generate.js";
import { actionsOf, applied, findingsOf, wholeOf } from "./edits.js";
import { plain } from "./clients.js";
import { documentOf } from "./corpus.js";

const PUNCTUATION = "{}[]:,\"'\\;=/*";
/** So many valid files, with setups of any variant in any layout. */
const VALID_FILES = fc.sample(
  anySetup.chain(({ setup }) => textOf(setup)),
  { numRuns: 40, seed: 7 },
);

/** Every text that differs from a file in one punctuation character that is missing, added or another. */
function* damagesOf(file: string): Generator<string> {
  for (let at = 0; at < file.length; at++) {
    const [before, character, after] = [file.slice(0, at), file.charAt(at), file.slice(at + 1)];
    for (const added of PUNCTUATION) yield before + added + character + after;
    if (!PUNCTUATION.includes(character)) continue;
    yield before + after;
    for (const other of PUNCTUATION) if (other !== character) yield before + other + after;
  }
}

/** Of all damages of all files every one of so many. */
const STRIDE = 131;
/** No one applies more fixes to one text. */
const MOST_FIXES = 6;

/** A text after the preferred fixes of its syntax errors, one after the other until there is none. */
async function fixed(text: string): Promise<{ readonly text: string; readonly titles: readonly string[] }> {
  const titles: string[] = [];
  for (let current = text; ;) {
    const document = documentOf(current);
    const fix = (await actionsOf(document, wholeOf(document), plain, ["quickfix"])).find(
      ({ isPreferred, diagnostics }) => isPreferred && diagnostics?.[0]?.code === "syntax",
    );
    if (!fix || titles.length === MOST_FIXES) return { text: current, titles };
    titles.push(fix.title);
    current = applied(document, fix);
  }
}

/** The keys of a text that is JSON, in the order of the alphabet. */
function keysOf(text: string): readonly string[] | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
  const keys: string[] = [];
  const collect = ({ type, children = [] }: Node): void => {
    if (type === "property") keys.push(String(children[0]?.value));
    children.forEach(collect);
  };
  if (root) collect(root);
  return errors.length === 0 ? keys.sort() : undefined;
}

describe("the preferred fixes of one wrong character", () => {
  it("never remove a property", async () => {
    const counts = { broken: 0, fixed: 0 };
    let damages = 0;
    for (const file of VALID_FILES) {
      for (const damage of damagesOf(file)) {
        if (damages++ % STRIDE > 0 || !findingsOf(documentOf(damage)).some(({ code }) => code === "syntax")) continue;
        counts.broken++;
        const { text, titles } = await fixed(damage);
        const keys = keysOf(text);
        if (!keys) continue;
        counts.fixed++;
        expect(keys, `${damage}\n${titles.join(", ")}\n${text}`).toEqual(
          expect.arrayContaining([...(keysOf(file) ?? [])]),
        );
      }
    }
    expect(counts.broken).toBeGreaterThan(300);
    expect(counts.fixed / counts.broken).toBeGreaterThan(0.2);
  });
});

it.each(["{", "${", "=", ":", ",", '"'])("handle a long run of %s quickly", { timeout: 5000 }, async (run) => {
  const damaged = `{"setup":{"type":"BEARER","token":${run.repeat(9000 / run.length)}`;
  expect((await fixed(damaged)).text).toContain('"type":"BEARER"');
});
