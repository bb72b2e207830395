import type { Page, Locator } from "playwright-core";
import { readParts, quoted, readText } from "./dom.js";
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

/** The list of places that VS Code shows within the text. */
export class Peek {
  public constructor(private readonly page: Page) {}

  /** The title, such as "a.vaultconn.json – References (2)", once the list has come. */
  public async title(): Promise<string> {
    // Before, it says that it loads.
    return untilValue(
      "the title of the list",
      () => readText(this.page.locator(".peekview-widget .peekview-title")),
      (title) => /\(\d+\)/.test(title),
    );
  }

  public async close(): Promise<void> {
    const widget = this.page.locator(".peekview-widget");
    await untilDone("the list to close", async (timeout) => {
      if (await widget.isVisible()) await this.page.keyboard.press("Escape");
      await widget.waitFor({ state: "hidden", timeout });
    });
  }
}

/** The walkthrough that is shown in the active editor. */
export class Walkthrough {
  private readonly items: Locator;

  public constructor(page: Page) {
    this.items = page.locator(".editor-group-container.active .gettingStartedContainer .getting-started-step");
  }

  /** Whether each step is done, by its title. */
  public async steps(): Promise<Record<string, boolean>> {
    const read = await readParts(this.items, { title: ".step-title", mark: "[role=checkbox]@class" });
    return Object.fromEntries(read.map(({ title, mark }) => [title, mark.includes("step-checked")]));
  }

  /** Whether the picture of the step that is open is drawn. */
  public async hasPicture(): Promise<boolean> {
    const media = this.items.page().locator(".gettingStartedContainer .getting-started-media");
    return (await media.isVisible()) && (await this.items.page().locator("iframe.webview.ready").count()) > 0;
  }
}
