import type { Summary } from "./formats/format.js";
import type { Unread } from "./misuse.js";
import { isAtLeast, type CheckedFile, type SeverityName } from "./problem.js";

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
