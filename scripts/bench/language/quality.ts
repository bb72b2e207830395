import type { Diagnostic } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parseTree } from "jsonc-parser";
import { variants } from "../../../schemas/variants.js";
import { readCorpus } from "../../../test/unit/rules/corpus.js";
import { SEVERITIES } from "../../../test/unit/rules/severities.js";
import { mean } from "../measure/statistics.js";
import { percent, printTable } from "../measure/table.js";
import type { Contestant } from "./contestant.js";
import type { Contestants } from "./contestants.js";
import { small } from "./inputs/documents.js";
import { generateFaults, type FaultySample } from "./inputs/faults.js";
import type { Span } from "./inputs/layout.js";
import { mendMisspellings } from "./mend.js";

/** Codes for what no schema can express: references, and limits of the server itself. */
const BEYOND_SCHEMAS = new Set(["malformed-reference", "too-large"]);
const ERROR = 1;
const WARNING = 2;

/** What one contestant said about one fault. */
interface Verdict {
  readonly kind: string;
  readonly messages: number;
  /** Exactly one message, on the faulty token, naming what is wrong. */
  readonly exact: boolean;
  /** For a misspelt name: whether a message on it, or where it is missing, has the right name. */
  readonly suggested: boolean | undefined;
}

/** Counts how well faults are told, and how quiet it is while a valid text is typed. */
export async function compareQuality({ ours, service, serviceByType }: Contestants, generated: number): Promise<void> {
  const contestants = [ours, service, serviceByType];
  const corpus = corpusFaults();
  const faults = generateFaults(generated);
  const judged = await Promise.all(
    contestants.map(async (contestant) => ({
      contestant,
      corpus: await judgeAll(contestant, corpus),
      faults: await judgeAll(contestant, faults),
    })),
  );
  const columns = ["", "faults", ...contestants.map(({ name }) => name)];

  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  const row = (name: string, of: (each: (typeof judged)[number]) => readonly Verdict[]): string[] => {
    const [first] = judged;
    return [
      name,
      String(first ? of(first).length : 0),
      ...judged.map((each) => percent(of(each).filter(({ exact }) => exact).length, of(each).length)),
    ];
  };
  printTable("Exactly one message, on the faulty token, naming the fault: share of the texts with one fault", columns, [
    row("corpus", (each) => each.corpus),
    row("generated", (each) => each.faults),
    ...kinds.map((kind) => row(`  ${kind}`, (each) => each.faults.filter((verdict) => verdict.kind === kind))),
  ]);

  const misspelt = faults.filter(({ right }) => right !== undefined);
  const mended = await mendMisspellings(misspelt);
  const typed = await Promise.all(contestants.map((contestant) => messagesWhileTyping(contestant)));
  printTable(
    "Messages",
    ["", ...contestants.map(({ name }) => name)],
    [
      ["messages for a fault, corpus", ...judged.map((each) => perFault(each.corpus))],
      ["messages for a fault, generated", ...judged.map((each) => perFault(each.faults))],
      [
        "faults without any message, generated",
        ...judged.map((each) => String(each.faults.filter(({ messages }) => messages === 0).length)),
      ],
      [
        `misspelt names with the right one told, of ${misspelt.length}`,
        ...judged.map((each) => percent(each.faults.filter(({ suggested }) => suggested).length, misspelt.length)),
      ],
      [
        `misspelt names mended by one quick fix, of ${misspelt.length}`,
        percent(mended, misspelt.length),
        "no fixes",
        "no fixes",
      ],
      ["messages on a prefix of a valid text, average", ...typed.map(({ average }) => average.toFixed(2))],
      ["messages on a prefix of a valid text, most", ...typed.map(({ most }) => String(most))],
    ],
  );
}

function perFault(verdicts: readonly Verdict[]): string {
  return mean(verdicts.map(({ messages }) => messages)).toFixed(2);
}

async function judgeAll(contestant: Contestant, samples: readonly FaultySample[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const sample of samples) verdicts.push(judge(sample, await messagesOn(contestant, sample.text)));
  return verdicts;
}

function judge({ text, kind, places, names, right }: FaultySample, messages: readonly Diagnostic[]): Verdict {
  const document = TextDocument.create("", "", 1, text);
  const here = messages.filter(({ range }) => {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    return places.some((place) => place.start <= start && end <= place.end);
  });
  const [only] = here;
  const exact = messages.length === 1 && only !== undefined && says(only, names);
  return {
    kind,
    messages: messages.length,
    exact,
    suggested: right === undefined ? undefined : here.some((message) => says(message, right)),
  };
}

function says({ message }: Diagnostic, words: string): boolean {
  return (typeof message === "string" ? message : message.value).includes(words);
}

/** Errors and warnings; hints and information are no complaints. */
async function messagesOn(contestant: Contestant, text: string): Promise<readonly Diagnostic[]> {
  const all = await contestant.check(text, 0);
  return all.filter(({ severity }) => severity === ERROR || severity === WARNING);
}

async function messagesWhileTyping(
  contestant: Contestant,
): Promise<{ readonly average: number; readonly most: number }> {
  const counts: number[] = [];
  for (const variant of variants) {
    const { text } = small(variant, "valid", 0);
    for (let length = 1; length <= text.length; length++)
      counts.push((await messagesOn(contestant, text.slice(0, length))).length);
  }
  return { average: mean(counts), most: Math.max(...counts) };
}

/** The cases of the corpus of diagnostics that have exactly one error, of a kind that schemas know. */
function corpusFaults(): readonly FaultySample[] {
  return [...readCorpus()].flatMap(([topic, cases]) =>
    cases.flatMap(({ text, expected, env }): FaultySample[] => {
      const complaints = expected.filter(({ code }) => (SEVERITIES.get(code) ?? ERROR) <= WARNING);
      const [fault] = complaints;
      if (
        !fault ||
        complaints.length > 1 ||
        env ||
        SEVERITIES.get(fault.code) !== ERROR ||
        BEYOND_SCHEMAS.has(fault.code)
      )
        return [];
      const missing = ["missing-property", "missing-type", "incomplete-setup"].includes(fault.code);
      return [
        {
          text,
          kind: topic,
          variant: 0,
          places: missing ? [fault, ...headsOf(text)] : [fault],
          names: "",
          right: undefined,
        },
      ];
    }),
  );
}

/** Where else one may say that something is missing: at the setup's brace or key, or the value of its type. */
function headsOf(text: string): readonly Span[] {
  const heads: Span[] = [];
  for (const property of parseTree(text)?.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key?.value !== "setup" || !value) continue;
    heads.push(spanOf(key), { start: value.offset, end: value.offset + 1 });
    for (const inner of value.children ?? [])
      if (inner.children?.[0]?.value === "type" && inner.children[1]) heads.push(spanOf(inner.children[1]));
  }
  return heads.length > 0 ? heads : [{ start: text.indexOf("{"), end: text.indexOf("{") + 1 }];
}

function spanOf({ offset, length }: { readonly offset: number; readonly length: number }): Span {
  return { start: offset, end: offset + length };
}
