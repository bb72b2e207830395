import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSetup } from "../../../schemas/checkSetup.js";
import { variants } from "../../../schemas/variants.js";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile, type Finding } from "../../../server/src/rules/checkFile.js";
import { FAULTS, TEXT, anySetup } from "./generate.js";

const RUNS = { numRuns: 500 };

function findingsIn(text: string): readonly Finding[] {
  return checkFile(readSetupFile(text)).filter(({ code }) => code !== "plain-text-secret");
}

/** The text of a file with this setup, in the full or the bare shape, in any layout. */
function textOf(setup: unknown): fc.Arbitrary<string> {
  const full = fc
    .option(TEXT, { nil: undefined })
    .map((name) => ({ id: "ac_1", tenant: "acme.example.com", name, setup }));
  return fc
    .tuple(fc.oneof(full, fc.constant(setup)), fc.constantFrom(undefined, 2, "\t"))
    .map(([file, indent]) => JSON.stringify(file, undefined, indent));
}

describe("a generated setup of a variant", () => {
  it("is valid only for that variant, and recognized as that", () => {
    fc.assert(
      fc.property(anySetup, ({ variant, setup }) => {
        expect(variants.filter((each) => checkSetup(each, setup).length === 0)).toEqual([variant]);
        const choice = readSetupFile(JSON.stringify({ setup })).setup?.choice;
        expect(choice?.kind === "chosen" && choice.variant.number).toBe(variant.number);
      }),
      RUNS,
    );
  });

  it("has no diagnostics, in either form", () => {
    fc.assert(
      fc.property(
        anySetup.chain(({ setup }) => textOf(setup)),
        (text) => {
          expect(findingsIn(text)).toEqual([]);
        },
      ),
      RUNS,
    );
  });
});

describe("one mistake in a valid file", () => {
  it.each(Object.entries(FAULTS))("has exactly one diagnostic at its place: %s", (_, plant) => {
    fc.assert(
      fc.property(anySetup, fc.nat(), (generated, seed) => {
        const fault = plant(generated, (items) => items[seed % items.length]);
        fc.pre(fault !== undefined);
        const found = findingsIn(fault.text).map(({ code, problem }) => ({
          code,
          marked: fault.text.slice(problem.start, problem.end),
        }));
        expect(found, fault.text).toEqual([{ code: fault.code, marked: fault.marked }]);
      }),
      { numRuns: 300 },
    );
  });

  it("has one diagnostic if a token is missing", () => {
    fc.assert(
      fc.property(anySetup, fc.nat(), ({ setup }, seed) => {
        const text = JSON.stringify({ name: "n", setup });
        const structure = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:,]/g)].filter(([token]) => !token.startsWith('"'));
        const lost = structure[seed % structure.length];
        // Without the comma between them, two numbers are one.
        fc.pre(lost !== undefined && !/^\d,\d/.test(text.slice(lost.index - 1)));
        const rest = text.slice(0, lost.index) + text.slice(lost.index + 1);
        const codes = findingsIn(rest).map(({ code }) => code);
        expect(codes, rest).toEqual(["syntax"]);
      }),
      { numRuns: 1000 },
    );
  });
});
