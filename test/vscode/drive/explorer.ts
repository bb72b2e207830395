import { type Locator, type Page } from "playwright-core";

import { ContextMenu } from "./context-menu.js";
import { quoted, readText } from "./dom.js";
import { untilDone, untilValue } from "./until.js";

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
