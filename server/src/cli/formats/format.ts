import type { Unread } from "../misuse.js";
import type { CheckedFile, Counts } from "../problem.js";

/** What a run came to. */
export interface Summary {
  /** How many files were checked. */
  readonly files: number;
  /** In how many of them there is something to show. */
  readonly filesWithProblems: number;
  /** How many problems are shown, by severity. */
  readonly counts: Counts;
  /** What could not be read. */
  readonly unread: readonly Unread[];
}

/** What a format knows of the run. */
export interface FormatOptions {
  /** The folder the command runs in. */
  readonly cwd: string;
  /** The folder that reports for a service are relative to. */
  readonly root: string;
  /** Whether colours may be used. */
  readonly colours: boolean;
  readonly version: string;
  /** The text of docs/diagnostics.md. */
  readonly explanations: () => string;
}

/** One way to print what was found, in pieces, so that no run is too long for it. Every piece ends with its line, or in the middle of one. */
interface Format {
  readonly begin?: string;
  /** A file with something to show. */
  file(file: CheckedFile): string;
  end(summary: Summary): string;
}

/** Begins a report in a format. */
export type CreateFormat = (surroundings: FormatOptions) => Format;

/** What a run came to, in one sentence. */
export function summaryLine({ files, filesWithProblems, counts }: Summary): string {
  const parts = [
    counted(counts.error, "error"),
    counted(counts.warning, "warning"),
    counted(counts.information, "note"),
    counted(counts.hint, "hint"),
  ].filter((part) => !part.startsWith("0 "));
  if (parts.length === 0) return `Nothing to report in ${counted(files, "file")}.`;
  const where =
    filesWithProblems === files ? counted(files, "file") : `${filesWithProblems} of ${counted(files, "file")}`;
  return `${new Intl.ListFormat("en-GB").format(parts)} in ${where}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
