import type { SetupFile } from "../document/setupFile.js";
import type { FileRule, Problem, RuleContext, Severity, ValueRule } from "./rule.js";
import { fileRules, valueRules } from "./table.js";

/** A problem with the kind it is of. */
export interface Finding {
  readonly code: string;
  readonly severity: Exclude<Severity, "off">;
  readonly problem: Problem;
}

/** More problems than these are not reported for one file. */
export const MAX_PROBLEMS = 100;

/**
 * Kinds that do not depend on the rest of the text, so that they hold where the
 * text breaks off later on.
 */
const SURE: ReadonlySet<string> = new Set([...valueRules.filter(({ severity }) => severity === "error").map(({ code }) => code), "malformed-reference"]);

const SERIOUSNESS: readonly Severity[] = ["error", "warning", "information", "hint"];

/**
 * Everything there is to say about a file, in the order of the text: at most
 * `MAX_PROBLEMS`, and of more the most serious ones.
 */
export function checkFile(file: SetupFile, context: RuleContext = {}): readonly Finding[] {
  const all = new Findings();
  for (const value of file.values) {
    if (value.parsed && value.parsed.malformed.length > 0) continue;
    const rule = valueRules.find((candidate) => candidate.applies(value));
    if (rule) all.add(rule, valueProblem(rule, value), context);
  }
  for (const rule of fileRules) rule.check(file, (problem) => { all.add(rule, problem, context); }, context);
  const sound = file.syntaxFault || file.badValues.length > 0 ? all.list.filter(soundIn(file)) : all.list;
  return limited(sound).sort((a, b) => a.problem.start - b.problem.start || a.problem.end - b.problem.end);
}

class Findings {
  readonly list: Finding[] = [];
  private errors = false;

  add({ code, severity: usual }: FileRule | ValueRule, problem: Problem, context: RuleContext): void {
    const severity = code === "plain-text-secret" ? (context.plainTextSecret ?? usual) : usual;
    if (severity === "off" || (this.errors && code === "nothing-to-update")) return;
    if (severity === "error") this.errors = true;
    this.list.push({ code, severity, problem });
  }
}

function valueProblem(rule: ValueRule, value: SetupFile["values"][number]): Problem {
  const { offset, length } = value.node;
  return { start: offset, end: offset + length, message: () => rule.message(value), data: () => ({ path: value.path, ...rule.data?.(value) }) };
}

/**
 * Which findings hold although the text has syntax errors. What comes after a
 * break in the structure is a guess, and so is the token before it, which may
 * have swallowed something.
 */
function soundIn({ text, syntaxFault, badValues }: SetupFile): (finding: Finding) => boolean {
  const sureUpTo = syntaxFault ? text.slice(0, syntaxFault.offset).trimEnd().length : Infinity;
  return ({ code, problem }) => {
    if (code === "syntax") return true;
    if (badValues.some(({ offset }) => offset === problem.start)) return false;
    return !syntaxFault || (SURE.has(code) && problem.end < sureUpTo);
  };
}

function limited(findings: Finding[]): Finding[] {
  if (findings.length <= MAX_PROBLEMS) return findings;
  const rank = ({ severity }: Finding): number => SERIOUSNESS.indexOf(severity);
  return findings.sort((a, b) => rank(a) - rank(b) || a.problem.start - b.problem.start).slice(0, MAX_PROBLEMS);
}
