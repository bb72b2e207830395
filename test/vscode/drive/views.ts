import type { Page, Locator } from "playwright-core";
import { quoted, readParts } from "./dom.js";
import { untilValue, untilDone } from "./until.js";
import { ContextMenu } from "./context-menu.js";

/** One row of the Problems panel. Hints aren't listed there. */
interface Problem {
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

/** The explorer's tree of files. */
export class Explorer {
  public constructor(private readonly page: Page) {}

  /** The row of a file or folder in view. */
  public row(name: string): Locator {
    return this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^=${quoted(name)}]`).first();
  }

  /** Opens the menu of a file in view, and chooses an entry. */
  public async chooseFromMenu(name: string, entry: string): Promise<void> {
    await new ContextMenu(this.page).openAndChoose(entry, (timeout) =>
      this.row(name).click({ button: "right", timeout }),
    );
  }

  /** Gives a file or folder in view another name, as F2 does. */
  public async rename(from: string, to: string): Promise<void> {
    const input = this.page.locator(".explorer-folders-view .explorer-item-edited input");
    // A tree that is still being filled takes the selection away again, or the box.
    await untilDone(`the new name of "${from}"`, async (timeout) => {
      await this.row(from).click({ timeout });
      await this.page.keyboard.press("F2");
      await input.waitFor({ timeout });
      await input.fill(to, { timeout });
      await input.press("Enter", { timeout });
    });
  }
}
