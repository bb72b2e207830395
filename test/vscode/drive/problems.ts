import { type Page } from "playwright-core";

import { readParts } from "./dom.js";
import { untilValue } from "./until.js";

/** One row of the Problems panel. Hints aren't listed there. */
export interface Problem {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly source: string;
  readonly code: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

/** The Problems panel, which must be open: see `Workbench.showProblems`. */
export class Problems {
  public constructor(private readonly page: Page) {}

  /** All problems of all files, from top to bottom. */
  public async all(): Promise<Problem[]> {
    const rows = this.page.locator(".markers-panel .monaco-list-row", {
      has: this.page.locator(".marker-message-details-container"),
    });
    const read = await readParts(rows, {
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
      .map(({ icon, message, source, code, position }) => {
        const [, line, column] = /Ln (\d+), Col (\d+)/.exec(position) ?? [];
        return {
          severity: icon.includes("error") ? "error" : icon.includes("warning") ? "warning" : "info",
          message,
          source,
          code,
          line: Number(line),
          column: Number(column),
        };
      });
  }

  /** Waits until exactly these codes are listed, in any order, and returns the problems. */
  public waitForCodes(...codes: readonly string[]): Promise<Problem[]> {
    const wanted = [...codes].sort().join(" ");
    return untilValue(
      `the problems [${wanted}]`,
      () => this.all(),
      (problems) =>
        problems
          .map(({ code }) => code)
          .sort()
          .join(" ") === wanted,
    );
  }
}
