import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeBetween } from "../document/range.js";
import type { Finding } from "../rules/check.js";
import { explanationOf } from "../rules/rule.js";
import type { Summary } from "./formats/format.js";
import type { Unread } from "./misuse.js";

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

/** A finding about a document whose URI is a path. */
export function problemOf(document: TextDocument, { code, severity, problem }: Finding): Problem {
  const related = (problem.related ?? []).slice(0, MOST_RELATED).map(({ place, message }): RelatedPlace => {
    const { uri, range } =
      "uri" in place ? place : { uri: document.uri, range: rangeBetween(document, place.start, place.end) };
    return { path: uri, ...placeOf(range), message };
  });
  return {
    severity,
    code,
    message: problem.message(),
    ...placeOf(rangeBetween(document, problem.start, problem.end)),
    help: explanationOf(code),
    related,
  };
}

function placeOf({ start, end }: Range): Place {
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}

/** How many there are of each severity. */
export type Counts = Readonly<Record<SeverityName, number>>;

/** Whether a severity is at least as serious as another. */
function isAtLeast(severity: SeverityName, least: SeverityName): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/** Counts what is found, and what of it is shown. */
export class Tally {
  readonly #least: SeverityName;
  errors = 0;
  warnings = 0;
  readonly #counts: Record<SeverityName, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  #files = 0;
  #filesWithProblems = 0;

  /** @param least the least severity that is shown. */
  constructor(least: SeverityName) {
    this.#least = least;
  }

  /** Counts a file. @returns what of it is shown. */
  add({ path, problems }: CheckedFile): CheckedFile {
    const shown = problems.filter(({ severity }) => isAtLeast(severity, this.#least));
    for (const { severity } of problems) {
      if (severity === "error") this.errors++;
      if (severity === "warning") this.warnings++;
    }
    for (const { severity } of shown) this.#counts[severity]++;
    this.#files++;
    if (shown.length > 0) this.#filesWithProblems++;
    return { path, problems: shown };
  }

  summary(unread: readonly Unread[]): Summary {
    return { files: this.#files, filesWithProblems: this.#filesWithProblems, counts: { ...this.#counts }, unread };
  }
}
