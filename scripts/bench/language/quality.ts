import fc from "fast-check";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Diagnostic } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { actionsFor } from "../../../server/src/features/codeActions/codeActions.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import { CASES, SEVERITIES } from "../../../test/unit/features/corpus.js";
import { FAULTS, anySetup } from "../../../test/unit/rules/generate.js";
import { percent, printTable, mean, rounds } from "../measure.js";
import type { Contestant } from "./contestant.js";
import { documentsOf } from "./documents.js";

/** Codes for what no schema can express: references, and limits of the server itself. */
const BEYOND_SCHEMAS = new Set(["malformed-reference", "too-large"]);
/** Codes for what's missing, which can be reported at several places. */
const MISSING = new Set(["missing-property", "missing-type", "incomplete-setup"]);
const ERROR = 1;
const WARNING = 2;

/** A part of a text, in UTF-16 units; the end is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text with one fault at a known place. */
interface Sample {
  readonly text: string;
  readonly kind: string;
  /** Where the message can be; usually there is one place. */
  readonly places: readonly Span[];
}

/** Counts how often faults are reported exactly, and how many messages appear while a valid text is typed. */
export async function compareQuality(contestants: readonly Contestant[]): Promise<void> {
  const names = contestants.map(({ name }) => name);
  const generated = generatedFaults(rounds(1000, 300));
  const rows: string[][] = [];
  for (const [kind, samples] of [["written", corpusFaults()] as const, ["generated", generated] as const]) {
    const judged = await Promise.all(
      contestants.map(({ check }) => Promise.all(samples.map((sample) => judge(check, sample)))),
    );
    const exact = judged.map((verdicts) => verdicts.filter((verdict) => verdict.exact).length);
    const messages = judged.map((verdicts) => mean(verdicts.map((verdict) => verdict.messages)).toFixed(2));
    rows.push([
      `exactly one message, on the faulty token, of ${samples.length} ${kind} faults`,
      ...exact.map((count) => percent(count, samples.length)),
    ]);
    rows.push([`messages for a ${kind} fault`, ...messages]);
  }
  const misspelt = generated.filter(({ kind }) => kind.startsWith("misspelt"));
  const mended = await Promise.all(misspelt.map(({ text }) => isMended(text)));
  const typed = await Promise.all(contestants.map((contestant) => messagesWhileTyping(contestant)));
  printTable(
    "Texts with one fault, and valid texts while they are typed",
    ["", ...names],
    [
      ...rows,
      [
        `misspelt names mended by one quick fix, of ${misspelt.length}`,
        percent(mended.filter(Boolean).length, misspelt.length),
        ...names.slice(1).map(() => "no fixes"),
      ],
      ["messages on a prefix of a valid text, average", ...typed.map((counts) => mean(counts).toFixed(2))],
      ["messages on a prefix of a valid text, most", ...typed.map((counts) => String(Math.max(...counts)))],
    ],
  );
}

/** @returns how many messages one fault has, and whether there is exactly one, and that on the faulty token */
async function judge(check: Contestant["check"], { text, places }: Sample) {
  const document = TextDocument.create("", "", 1, text);
  const messages = await messagesOn(check, text);
  const isHere = ({ range }: Diagnostic): boolean =>
    places.some(({ start, end }) => start <= document.offsetAt(range.start) && document.offsetAt(range.end) <= end);
  return { messages: messages.length, exact: messages.length === 1 && messages.every(isHere) };
}

/** Errors and warnings; hints and information don't count. */
async function messagesOn(check: Contestant["check"], text: string): Promise<readonly Diagnostic[]> {
  const all = await check(text);
  return all.filter(({ severity }) => severity === ERROR || severity === WARNING);
}

/** @returns the number of messages on every prefix of a valid text of each variant */
async function messagesWhileTyping({ check }: Contestant): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const text of documentsOf("valid", false)) {
    for (let length = 1; length <= text.length; length++)
      counts.push((await messagesOn(check, text.slice(0, length))).length);
  }
  return counts;
}

/** Whether a text is without errors after the first quick fix offered at its error. */
async function isMended(text: string): Promise<boolean> {
  const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, text);
  const file = readSetupFile(text);
  const findings = checkFile(file);
  const error = findings.find(({ severity }) => severity === "error");
  if (!error) return false;
  const range = { start: document.positionAt(error.problem.start), end: document.positionAt(error.problem.end) };
  const unknown = (): Promise<undefined> => Promise.resolve(undefined);
  const client = { support: { capabilities: {}, options: {} }, names: unknown, connections: unknown };
  const context = { document, file, findings, client };
  const [first] = await actionsFor({ range, context: { diagnostics: [], only: ["quickfix"] } }, context);
  const mended = TextDocument.applyEdits(document, first?.edit?.changes?.[document.uri] ?? []);
  return checkFile(readSetupFile(mended)).every(({ severity }) => severity !== "error");
}

/** The cases of the corpus of diagnostics that have exactly one error, of a kind that schemas can express. */
function corpusFaults(): readonly Sample[] {
  return CASES.flatMap(({ topic, text, expected, env }) => {
    const [fault, ...others] = expected.filter(({ code }) => (SEVERITIES.get(code) ?? ERROR) <= WARNING);
    if (!fault || others.length > 0 || env || SEVERITIES.get(fault.code) !== ERROR || BEYOND_SCHEMAS.has(fault.code))
      return [];
    return [sampleOf(topic, text, fault.code, fault)];
  });
}

/** Texts with one generated fault each, no two alike, the same in every run: of each kind in turn. */
function generatedFaults(count: number): readonly Sample[] {
  const kinds = Object.entries(FAULTS);
  const samples = new Map<string, Sample>();
  const setups = fc.sample(fc.tuple(anySetup, fc.nat()), { seed: 1, numRuns: 4 * count });
  for (const [turn, [generated, seed]] of setups.entries()) {
    const [kind = "", plant] = kinds[turn % kinds.length] ?? [];
    const fault = plant?.(generated, (items) => items[seed % items.length]);
    if (!fault || BEYOND_SCHEMAS.has(fault.code)) continue;
    const { text, code, marked } = fault;
    const start = text.indexOf(marked);
    samples.set(text, sampleOf(kind, text, code, { start, end: start + marked.length }));
    if (samples.size === count) break;
  }
  return [...samples.values()];
}

function sampleOf(kind: string, text: string, code: string, place: Span): Sample {
  return { kind, text, places: MISSING.has(code) ? [place, ...headsOf(text)] : [place] };
}

/** Where else something missing can be reported: at the setup's key or brace, or the value of its type. */
function headsOf(text: string): readonly Span[] {
  const tree = parseTree(text);
  const [setup, type] = [["setup"], ["setup", "type"]].map((path) => tree && findNodeAtLocation(tree, path));
  if (!setup) return [{ start: text.indexOf("{"), end: text.indexOf("{") + 1 }];
  const heads = [setup.parent?.children?.[0], { offset: setup.offset, length: 1 }, type];
  return heads.filter((node) => node !== undefined).map(spanOf);
}

function spanOf({ offset, length }: { readonly offset: number; readonly length: number }): Span {
  return { start: offset, end: offset + length };
}
