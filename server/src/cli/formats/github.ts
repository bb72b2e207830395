import { pathFrom } from "../paths.js";
import type { Problem, SeverityName } from "../problem.js";
import { visible } from "../visible.js";
import { type CreateFormat, summaryLine } from "./format.js";

const COMMANDS: Readonly<Record<SeverityName, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/** Commands to GitHub's runner, which shows each as an annotation of the file. */
export const github: CreateFormat = ({ root }) => {
  const annotation = (path: string, { severity, code, message, line, column, endLine, endColumn }: Problem): string => {
    // The runner takes columns only of places within one line.
    const columns = line === endLine ? `,col=${column},endColumn=${endColumn}` : "";
    const file = property(pathFrom(root, path));
    return `::${COMMANDS[severity]} file=${file},line=${line},endLine=${endLine}${columns},title=${property(code)}::${data(message)}\n`;
  };
  return {
    file: ({ path, problems }) => problems.map((problem) => annotation(path, problem)).join(""),
    end: (summary) => `${summaryLine(summary)}\n`,
  };
};

/** Text of a command to the runner: line breaks are escaped in its own way, other unsafe characters made visible. */
export function data(text: string): string {
  return text
    .split(/([\r\n])/)
    .map((part) => (part === "\r" || part === "\n" ? encodeURIComponent(part) : visible(part).replaceAll("%", "%25")))
    .join("");
}

/** The same for a property of a command. */
export function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
