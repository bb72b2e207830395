import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { checkSetup, variantsSatisfiedBy } from "../../../schemas/check.js";
import { setupTypes } from "../../../schemas/variants.js";
import { readSetupFile, setupFileOf } from "../../../server/src/document/setupFile.js";
import { checkFile, type Finding } from "../../../server/src/rules/check.js";
import { MAX_PROBLEMS } from "../../../server/src/rules/rule.js";
import { anySetup, textOf, type Generated } from "./generate.js";

const RUNS = { numRuns: 500 };

function findingsIn(text: string): readonly Finding[] {
  return checkFile(readSetupFile(text)).filter(({ code }) => code !== "plain-text-secret");
}

describe("any setup made by a variant's schema", () => {
  it("is accepted by that variant's validator and no other's", () => {
    fc.assert(
      fc.property(anySetup, ({ variant, setup }) => {
        expect(checkSetup(variant, setup)).toEqual([]);
        expect(variantsSatisfiedBy(setup).map(({ number }) => number)).toEqual([variant.number]);
      }),
      RUNS,
    );
  });

  it("gives no diagnostic, in either shape", () => {
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

  it("is recognised as that variant", () => {
    fc.assert(
      fc.property(anySetup, ({ variant, setup }) => {
        const choice = readSetupFile(JSON.stringify({ setup })).setup?.choice;
        expect(choice?.kind === "chosen" && choice.variant.number).toBe(variant.number);
      }),
      RUNS,
    );
  });
});

/** A fault planted into a sound setup: what is to be found, and between which words of the text. */
interface Planted {
  readonly text: string;
  readonly code: string;
  readonly marked: string;
}

const FAULTS: readonly ((generated: Generated, pick: (count: number) => number) => Planted | undefined)[] = [
  ({ setup, variant }, pick) => {
    const field = variant.fields.filter(({ name }) => name in setup)[pick(variant.fields.length)];
    if (!field) return undefined;
    return planted({ ...setup, [field.name]: 271_828 }, "wrong-value-type", "271828");
  },
  ({ setup, variant }) =>
    variant.closed ? planted({ ...setup, zzzzzzzzzzzz: 1 }, "unknown-property", '"zzzzzzzzzzzz"') : undefined,
  ({ setup }) => planted({ ...setup, type: "NO_SUCH_TYPE_AT_ALL" }, "unknown-type", '"NO_SUCH_TYPE_AT_ALL"'),
  ({ setup, variant }) => {
    const field = variant.closed ? variant.fields.find(({ name }) => name in setup && name.length > 2) : undefined;
    if (!field) return undefined;
    const { [field.name]: value, ...rest } = setup;
    return planted(
      { ...rest, [field.name.toUpperCase()]: value },
      "unknown-property",
      JSON.stringify(field.name.toUpperCase()),
    );
  },
  ({ setup, variant }) => {
    const field = variant.fields.find(({ name, allowed }) => name in setup && !allowed);
    return field && planted({ ...setup, [field.name]: "a ${nonsense} b" }, "malformed-reference", "${nonsense}");
  },
  ({ setup, variant }) => {
    const field = variant.fields.find(({ name, maxLength }) => name in setup && maxLength !== undefined);
    const value = "k".repeat((field?.maxLength ?? 0) + 1);
    return field && planted({ ...setup, [field.name]: value }, "too-long", JSON.stringify(value));
  },
];

function planted(setup: unknown, code: string, marked: string): Planted {
  return { text: JSON.stringify({ name: "n", setup }), code, marked };
}

describe("one fault planted into a sound file", () => {
  it("gives exactly one diagnostic, on what was planted", () => {
    fc.assert(
      fc.property(anySetup, fc.nat(), fc.constantFrom(...FAULTS), (generated, seed, plant) => {
        const fault = plant(generated, (count) => seed % count);
        fc.pre(fault !== undefined);
        const found = findingsIn(fault.text).map(({ code, problem }) => ({
          code,
          marked: fault.text.slice(problem.start, problem.end),
        }));
        expect(found).toEqual([{ code: fault.code, marked: fault.marked }]);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives one diagnostic too where a token is lost", () => {
    fc.assert(
      fc.property(anySetup, fc.nat(), ({ setup }, seed) => {
        const text = JSON.stringify({ name: "n", setup });
        const structure = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:,]/g)].filter(([token]) => !token.startsWith('"'));
        const lost = structure[seed % structure.length];
        fc.pre(lost !== undefined);
        const rest = text.slice(0, lost.index) + text.slice(lost.index + 1);
        const codes = findingsIn(rest).map(({ code }) => code);
        expect(codes, rest).toEqual(["syntax"]);
      }),
      { numRuns: 1000 },
    );
  });
});

const NOISE = fc.stringMatching(/^[{}[\]:,"\\/*$a-z0-9 \r\n-]*$/);
const ANY_TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.json(),
  NOISE,
  anySetup.chain(({ setup }) => textOf(setup)),
);

describe("any text at all", () => {
  it("is answered with a bounded number of diagnostics inside it", () => {
    fc.assert(
      fc.property(ANY_TEXT, (text) => {
        const found = checkFile(readSetupFile(text));
        expect(found.length).toBeLessThanOrEqual(MAX_PROBLEMS);
        for (const { problem } of found) {
          expect(problem.start).toBeGreaterThanOrEqual(0);
          expect(problem.end).toBeLessThanOrEqual(text.length);
          expect(problem.start).toBeLessThanOrEqual(problem.end);
          expect(problem.message()).toMatch(/[.?]$/);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe("any sequence of edits", () => {
  it("leads to the same document and diagnostics as its last text at once", () => {
    const edit = fc.record({
      from: fc.nat(400),
      length: fc.nat(20),
      text: fc.oneof(NOISE, fc.constantFrom("\r\n", "\n", '"type": "BEARER",', ...setupTypes)),
    });
    fc.assert(
      fc.property(ANY_TEXT, fc.array(edit, { maxLength: 12 }), (text, edits) => {
        const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 0, text);
        for (const [index, { from, length, text: inserted }] of edits.entries()) {
          const range = { start: document.positionAt(from), end: document.positionAt(from + length) };
          TextDocument.update(document, [{ range, text: inserted }], index + 1);
          expect(setupFileOf(document).text).toBe(document.getText());
        }
        const fresh = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, document.getText());
        const places = (one: TextDocument): unknown =>
          checkFile(setupFileOf(one)).map(({ code, problem }) => [
            code,
            one.positionAt(problem.start),
            one.positionAt(problem.end),
          ]);
        expect(places(document)).toEqual(places(fresh));
      }),
      { numRuns: 1000 },
    );
  });
});
