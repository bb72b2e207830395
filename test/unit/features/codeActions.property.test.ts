import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TextDocument } from "vscode-languageserver-textdocument";
import { actionsOf, applied, findingsOf, wholeOf } from "./actions.js";
import { plain } from "./clients.js";
import { documentOf } from "./corpus.js";
import { layout, plantings, validSetup, write } from "./faultyDocuments.js";

function errorsIn(document: TextDocument): readonly string[] {
  return findingsOf(document)
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
}

function countOf(document: TextDocument, code: unknown): number {
  return findingsOf(document).filter((finding) => finding.code === code).length;
}

/** With one of these nothing else is said about a setup, so that fixing it may bring something else to light. */
const ALONE: ReadonlySet<string> = new Set(["missing-type", "unknown-type"]);

const faulty = fc.record({
  valid: validSetup,
  planting: fc.constantFrom(...Object.keys(plantings)),
  index: fc.nat({ max: 9 }),
  layout,
});

describe("quick fixes", () => {
  it("leave fewer errors, and mend what they say, whatever single fault was planted", async () => {
    await fc.assert(
      fc.asyncProperty(faulty, async ({ valid, planting, index, layout: written }) => {
        const document = documentOf(write(plantings[planting]?.(valid, index) ?? valid, written));
        const errors = errorsIn(document);
        for (const action of await actionsOf(document, wholeOf(document), plain, ["quickfix"])) {
          const [diagnostic] = action.diagnostics ?? [];
          if (!action.edit || !diagnostic) continue;
          const after = documentOf(applied(document, action));
          const left = errorsIn(after);
          const said = `${action.title}\n${document.getText()}\n${after.getText()}`;
          if (diagnostic.severity === 1 && !ALONE.has(String(diagnostic.code)))
            expect(left.length, said).toBeLessThan(errors.length);
          if (diagnostic.severity !== 1) expect(left.length, said).toBeLessThanOrEqual(errors.length);
          const { code } = diagnostic;
          expect(countOf(after, code), said).toBeLessThan(countOf(document, code));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it("are offered for every misspelt key", async () => {
    await fc.assert(
      fc.asyncProperty(validSetup, fc.nat({ max: 9 }), layout, async (setup, index, written) => {
        // In a bare setup a misspelt type can leave a root that looks like a full file.
        const document = documentOf(
          write(plantings["key in capitals"]?.(setup, index) ?? setup, { ...written, full: true }),
        );
        const text = document.getText();
        const fixed = await actionsOf(document, wholeOf(document), plain, ["source.fixAll"]);
        const [action] = fixed;
        const left = action ? errorsIn(documentOf(applied(document, action))) : errorsIn(document);
        expect(left, text).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("fix all", () => {
  it("comes to rest within a few rounds and never adds an error", async () => {
    const several = fc.record({
      valid: validSetup,
      faults: fc.array(fc.tuple(fc.constantFrom(...Object.keys(plantings)), fc.nat({ max: 9 })), {
        minLength: 1,
        maxLength: 6,
      }),
      layout,
    });
    await fc.assert(
      fc.asyncProperty(several, async ({ valid, faults, layout: written }) => {
        const setup = faults.reduce(
          (current, [planting, index]) => plantings[planting]?.(current, index) ?? current,
          valid,
        );
        let document = documentOf(write(setup, written));
        for (let round = 0; ; round++) {
          const [action] = await actionsOf(document, wholeOf(document), plain, ["source.fixAll"]);
          if (!action) break;
          expect(round, document.getText()).toBeLessThan(8);
          document = documentOf(applied(document, action));
        }
        expect(await actionsOf(document, wholeOf(document), plain, ["source.fixAll"])).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
