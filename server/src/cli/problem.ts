import type { Diagnostic, Range } from "vscode-languageserver";

/** The words for how serious a problem is, the most serious first. */
export const SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** How serious a problem is, in the word that reports and options use. */
export type SeverityName = (typeof SEVERITIES)[number];

/** A part of a file. Lines and columns are counted from 1, columns in UTF-16 units; the end is the first column after it. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Another place that has to do with a problem. */
interface RelatedPlace extends Place {
  readonly path: string;
  readonly message: string;
}

/** A diagnostic as pipelines read it. Its message never quotes a value. */
export interface Problem extends Place {
  readonly severity: SeverityName;
  readonly code: string;
  readonly message: string;
  /** The address of the page that explains the code. */
  readonly help: string;
  readonly related: readonly RelatedPlace[];
}

/** A file with what there is to say about it, in the order of its text. */
export interface CheckedFile {
  /** An absolute path, or `STDIN`. */
  readonly path: string;
  readonly problems: readonly Problem[];
}

/** More related places than these are left out: all files may have the same id. */
const MOST_RELATED = 10;

/** A diagnostic whose URIs are paths. */
export function problemOf({
  severity = 1,
  code,
  message,
  codeDescription,
  range,
  relatedInformation = [],
}: Diagnostic): Problem {
  return {
    severity: SEVERITIES[severity - 1] ?? "error",
    code: String(code),
    message: typeof message === "string" ? message : message.value,
    ...placeOf(range),
    help: codeDescription?.href ?? "",
    related: relatedInformation
      .slice(0, MOST_RELATED)
      .map((related) => ({ path: related.location.uri, ...placeOf(related.location.range), message: related.message })),
  };
}

function placeOf({ start, end }: Range): Place {
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}

/** How many there are of each severity. */
export type Counts = Readonly<Record<SeverityName, number>>;

/** Whether a severity is at least as serious as another. */
export function isAtLeast(severity: SeverityName, least: SeverityName): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}
