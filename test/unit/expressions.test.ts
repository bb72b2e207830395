import { type AST, parseRegExpLiteral } from "@eslint-community/regexpp";
import { expect, it } from "vitest";
import { type Node, sourcesOf } from "../../scripts/syntax.js";

/** Characters that expressions treat differently. A class is represented by some of them that it matches. */
const CANDIDATES = Array.from("a0 \n/\"-_.:=,@#$&'*+?!%()[]{}<>\\|~;Zé\u200b\r\t");
const MAX_REPRESENTATIVES = 3;
/** How often a part is repeated. The first ones are enough for expressions that would take hours for the last one. */
const COUNTS = [60, 500, 4000, 30_000];
const MAX_LENGTH = 1_000_000;
/** One pass takes a tenth of that at most. A search from each place takes several times as much with the last count. */
const MAX_PROCESSOR_MS = 250;

it("takes linear time for every expression of the sources", async () => {
  const slow: string[] = [];
  for (const { file, expression } of await expressions())
    for (const text of adversaries(expression))
      if (COUNTS.some((count) => isSlow(expression, text, count))) {
        slow.push(`${file}: ${String(expression)} with ${JSON.stringify(text)}`);
        break;
      }
  expect(slow).toEqual([]);
});

interface Literal extends Node {
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

/** Each once. */
async function expressions() {
  const sources = (await Promise.all(["client", "server", "schemas"].map(sourcesOf))).flat();
  const found = sources.flatMap(({ file, nodes }) =>
    nodes.flatMap(({ regex }: Literal) =>
      regex ? [{ file, expression: new RegExp(regex.pattern, regex.flags.replace("y", "")) }] : [],
    ),
  );
  return [...new Map(found.map((one) => [String(one.expression), one])).values()];
}

interface Adversary {
  readonly head: string;
  readonly repeated: string;
}

function isSlow(expression: RegExp, { head, repeated }: Adversary, count: number): boolean {
  const text = `${head}${repeated.repeat(Math.min(count, MAX_LENGTH / repeated.length))}\u0001`;
  const cost = () => {
    const before = process.cpuUsage();
    // Replaces all matches if it's global, and otherwise the first one.
    text.replace(expression, "");
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // The first time, the process may also compile code and collect garbage.
  return cost() > MAX_PROCESSOR_MS && cost() > MAX_PROCESSOR_MS;
}

/** What each part of an expression matches, repeated alone and with what's before it, behind what leads there. */
function adversaries(expression: RegExp): readonly Adversary[] {
  const found = new Map<string, Adversary>();
  const add = (head: string, repeated: string) => {
    if (repeated !== "") found.set(`${head}\0${repeated}`, { head, repeated });
  };
  const { pattern, flags } = parseRegExpLiteral(expression);
  const visit = ({ elements }: { readonly elements: readonly AST.Element[] }, before: string) => {
    let head = before;
    for (const element of elements) {
      for (const sample of samples(element, flags.raw)) {
        for (const start of new Set(["", head])) add(start, sample);
        add("", head + sample);
      }
      const inner = element.type === "Quantifier" ? element.element : element;
      if ("alternatives" in inner) for (const alternative of inner.alternatives) visit(alternative, head);
      head += samples(element, flags.raw)[0] ?? "";
    }
  };
  for (const alternative of pattern.alternatives) visit(alternative, "");
  return [...found.values()];
}

/** Texts that a part matches, or is looked for in: the first one is what leads on. */
function samples(element: AST.Element, flags: string): readonly string[] {
  if (element.type === "Quantifier") return samples(element.element, flags);
  if (element.type === "Character") return [String.fromCodePoint(element.value)];
  if ("alternatives" in element)
    return element.alternatives.map(({ elements }) => elements.map((part) => samples(part, flags)[0] ?? "").join(""));
  if (element.type === "Assertion" || element.type === "Backreference") return [];
  const one = new RegExp(`^${element.raw}$`, flags.replace("g", ""));
  return CANDIDATES.filter((candidate) => one.test(candidate)).slice(0, MAX_REPRESENTATIVES);
}
