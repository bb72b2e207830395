import type { Page, Locator } from "playwright-core";
import { quoted, readParts } from "./dom.js";
import { untilValue } from "./until.js";

/** One row of the Problems panel. Hints aren't listed there. */
interface Problem {
  readonly severity: string;
  readonly message: string;
  readonly source: string;
  readonly code: string;
  /** Such as "[Ln 3, Col 5]", both 1-based. */
  readonly position: string;
}

/** The Problems panel, which must be open: see `Workbench.showProblems`. */
export class Problems {
  public constructor(private readonly page: Page) {}

  /** All problems of all files, from top to bottom. */
  public async all(): Promise<Problem[]> {
    const details = this.page.locator(".marker-message-details-container");
    const read = await readParts(this.page.locator(".markers-panel .monaco-list-row", { has: details }), {
      index: "@data-index",
      icon: ".marker-icon@class",
      message: ".marker-message",
      source: ".marker-source",
      code: ".marker-code",
      position: ".marker-line",
    });
    return read
      .filter(({ position }) => position !== "")
      .sort((a, b) => Number(a.index) - Number(b.index))
      .map(({ icon, ...texts }) => ({ severity: /error|warning/.exec(icon)?.[0] ?? "info", ...texts }));
  }

  /** Waits until exactly these codes are listed, in any order, and returns the problems. */
  public waitForCodes(...codes: readonly string[]): Promise<Problem[]> {
    const wanted = [...codes].sort().join();
    const isWanted = (problems: Problem[]) =>
      problems
        .map(({ code }) => code)
        .sort()
        .join() === wanted;
    return untilValue(`the problems [${wanted}]`, () => this.all(), isWanted);
  }
}

/** The explorer's row of a file or folder in view. */
export function explorerRow(page: Page, name: string): Locator {
  return page.locator(`.explorer-folders-view .monaco-list-row[aria-label^=${quoted(name)}]`).first();
}
