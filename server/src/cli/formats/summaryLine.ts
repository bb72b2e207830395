import type { Summary } from "./format.js";

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
