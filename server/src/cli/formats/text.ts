import { styleText } from "node:util";
import { pathFrom } from "../paths.js";
import type { Place, SeverityName } from "../problem.js";
import { visible } from "../visible.js";
import { type CreateFormat, summaryLine } from "./format.js";

const STYLES = { error: "red", warning: "yellow", information: "blue", hint: "dim" } as const satisfies Readonly<
  Record<SeverityName, Parameters<typeof styleText>[0]>
>;

/** `path:line:column severity code message`, one line for each problem, its related places indented below it. */
export const text: CreateFormat = ({ cwd, colours }) => {
  const at = (file: string, { line, column }: Place): string => `${visible(pathFrom(cwd, file))}:${line}:${column}`;
  const styled = (severity: SeverityName): string =>
    colours ? styleText(STYLES[severity], severity, { validateStream: false }) : severity;
  return {
    file: ({ path, problems }) =>
      problems
        .flatMap((problem) => [
          `${at(path, problem)} ${styled(problem.severity)} ${problem.code} ${visible(problem.message)}\n`,
          ...problem.related.map((related) => `    ${at(related.path, related)} ${visible(related.message)}\n`),
        ])
        .join(""),
    end: (summary) => `${summary.filesWithProblems > 0 ? "\n" : ""}${summaryLine(summary)}\n`,
  };
};
