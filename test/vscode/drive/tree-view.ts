import { type Locator, type Page } from "playwright-core";

import { click, clickOnce, exactly, readParts, readText } from "./dom.js";
import { chooseFromMenu, readMenu } from "./menu.js";
import { until, untilDone, untilText, untilValue } from "./until.js";

/** A tooltip that hasn't come after so long won't come any more, in milliseconds. */
const TOOLTIP_MS = 10_000;

/** One visible row of a tree view. */
type TreeRow = Awaited<ReturnType<TreeView["rows"]>>[number];

/** A tree view in the side bar. */
export class TreeView {
  private readonly list: Locator;
  private readonly pane: Locator;

  /** @param name as its heading shows it. @param nth of the rows with one label; the last is below what needs attention */
  public constructor(
    private readonly page: Page,
    name: string,
    private readonly nth: 0 | -1 = -1,
  ) {
    this.list = page.locator(`.tree-explorer-viewlet-tree-view .monaco-list[aria-label="${name}"]`);
    this.pane = page.locator(".pane", { has: page.locator(`.pane-header[aria-label="${name} Section"]`) });
  }

  /** The rows that are drawn, from top to bottom; a long tree draws only those in view. */
  public async rows() {
    const rows = await readParts(this.list.locator(".monaco-list-row"), {
      index: "@data-index",
      label: ".label-name",
      description: ".label-description",
      level: "@aria-level",
      expanded: "@aria-expanded",
      icon: ".custom-view-tree-node-item-icon@class",
      // What a screen reader says.
      spoken: "@aria-label",
    });
    return rows
      .sort((a, b) => Number(a.index) - Number(b.index))
      .map((row) => ({
        ...row,
        // 1 for a row at the root.
        level: Number(row.level),
        // Undefined for a row without children.
        expanded: row.expanded === "" ? undefined : row.expanded === "true",
        // The name of the product icon, such as plug; "" if it has none.
        icon: /codicon-([a-z-]+)/.exec(row.icon.replace("codicon-colored", ""))?.[1] ?? "",
      }));
  }

  /** Opens the view where only its heading is shown. */
  public async openSection(): Promise<void> {
    const heading = this.pane.locator(".pane-header");
    await until("the view to be open", async () => {
      if (await heading.and(this.page.locator("[aria-expanded=true]")).isVisible()) return true;
      await heading.click({ timeout: 3000 });
      return false;
    });
  }

  /** Waits for a row whose label is exactly this: that of the connection, if it also needs attention. */
  public waitForRow(label: string): Promise<TreeRow> {
    return until(`a row "${label}"`, async () => (await this.rows()).findLast((row) => row.label === label));
  }

  /** Waits until the drawn rows are as expected, and returns them. @param key what is pressed in the list before each look */
  public waitForRows(holds: (rows: readonly TreeRow[]) => boolean, key?: "Home" | "End"): Promise<readonly TreeRow[]> {
    const read = async (): Promise<readonly TreeRow[]> => {
      if (key) await this.press(key);
      return this.rows();
    };
    return untilValue("the rows", read, holds);
  }

  /** The row of a tenant and those below it, once they are as expected. Opens it, since several tenants start closed. */
  public rowsOf(tenant: string, holds: (rows: readonly TreeRow[]) => boolean): Promise<readonly TreeRow[]> {
    const read = async (): Promise<readonly TreeRow[]> => {
      const rows = await this.section(tenant);
      if (rows[0]?.expanded === false) await this.click(tenant);
      return rows;
    };
    return untilValue(`the rows of ${tenant}`, read, holds);
  }

  /** Waits until what a row says beside its label matches. */
  public async waitForDescription(label: string, pattern: RegExp): Promise<void> {
    await this.waitForRows((rows) => rows.some((row) => row.label === label && pattern.test(row.description)));
  }

  /** The message above the rows, or "". */
  public message(): Promise<string> {
    return readText(this.pane.locator(".tree-explorer-viewlet-tree-view > .message:not(.hide)"));
  }

  /** Waits until the message above the rows matches; /^$/ where there is none. */
  public async waitForMessage(pattern: RegExp): Promise<void> {
    await untilText("the message", () => this.message(), pattern);
  }

  /** Waits until the text shown instead of rows contains another, and returns it. */
  public waitForWelcome(text: string): Promise<string> {
    return untilText("the welcome", () => readText(this.pane.locator(".welcome-view-content")), text);
  }

  public async pressWelcome(button: string): Promise<void> {
    await click(this.pane.locator(".welcome-view-content .monaco-button", { hasText: exactly(button) }));
  }

  public async click(label: string): Promise<void> {
    await click(await this.settledRow(label));
  }

  /** Clicks a button that shows on the row when the mouse is over it. */
  public async inlineAction(label: string, action: string): Promise<void> {
    // A row that is drawn again between the two steps hides the button again.
    await untilDone(`"${action}" on the row "${label}"`, async (timeout) => {
      await this.row(label).hover({ timeout });
      await clickOnce(this.action(label, action), timeout);
    });
  }

  /** A button of a row. */
  public action(label: string, action: string): Locator {
    return this.row(label).locator(labeled(action));
  }

  /** Waits until the row has a button, whether or not the mouse is over it. */
  public async waitForAction(label: string, action: string): Promise<void> {
    await this.action(label, action).waitFor({ state: "attached" });
  }

  /** Opens the row's context menu and chooses an entry. */
  public async chooseFromMenu(label: string, entry: string): Promise<void> {
    await chooseFromMenu(this.page, entry, (timeout) => this.openMenu(label, timeout));
  }

  /** Opens the row's context menu, reads its entries, and closes it. */
  public menuEntries(label: string): Promise<string[]> {
    return readMenu(this.page, (timeout) => this.openMenu(label, timeout));
  }

  /** Clicks a button in the heading of the view. */
  public async titleAction(action: string): Promise<void> {
    await this.pane.hover();
    const button = labeled(action);
    const headings = `.part.sidebar > .composite.title ${button}, .pane-header:not(.hidden) ${button}`;
    await click(this.page.locator(headings).first());
  }

  /** The buttons in the heading, without the one that holds the rest. VS Code draws those of several views with the mouse over one. */
  public async titleActions(): Promise<string[]> {
    const read = await readParts(this.pane.locator(".pane-header .actions .action-label"), { label: "@aria-label" });
    return read.map(({ label }) => label).filter((label) => !label.endsWith("More Actions..."));
  }

  /** The label of the row that is selected, or undefined. */
  public async selected(): Promise<string | undefined> {
    const [row] = await readParts(this.list.locator(".monaco-list-row.selected"), { label: ".label-name" });
    return row?.label;
  }

  /** Clicks one row, and another with a key held, until so many rows are selected. */
  public async select(from: string, key: "Shift" | "ControlOrMeta", to: string, count: number): Promise<void> {
    const selected = this.list.locator(".monaco-list-row.selected");
    await untilDone(`${count} selected rows`, async (timeout) => {
      await (await this.settledRow(from)).click({ timeout });
      await (await this.settledRow(to)).click({ timeout, modifiers: [key] });
      await until("them", async () => (await selected.count()) === count, timeout);
    });
  }

  /** The tooltip of a row, as text, once it contains another text: before, it is that of the row as it was. */
  public async waitForTooltip(label: string, text: string): Promise<string> {
    const tooltip = this.page.locator(".monaco-hover.workbench-hover, .workbench-hover-container .monaco-hover");
    return until(`"${text}" in the tooltip of "${label}"`, async () => {
      // VS Code shows none for a row that was drawn again under the mouse until the mouse has left it and come back.
      await this.page.mouse.move(200, 17);
      await this.row(label).locator(".label-name").hover();
      return tooltip.filter({ visible: true, hasText: text }).first().innerText({ timeout: TOOLTIP_MS });
    });
  }

  /** Presses a key in the list. The focus goes to the row that the key leads to, which scrolls it into view. */
  public async press(key: "Home" | "End"): Promise<void> {
    await this.list.focus();
    await this.page.keyboard.press(key);
  }

  /** The row with exactly this label. */
  public row(label: string): Locator {
    const name = this.page.locator(".label-name", { hasText: exactly(label) });
    return this.list.locator(".monaco-list-row", { has: name }).nth(this.nth);
  }

  /** The row of a tenant and those below it. */
  public async section(tenant: string): Promise<readonly TreeRow[]> {
    const rows = await this.rows();
    const start = rows.findIndex(({ label, level }) => level === 1 && label === tenant);
    const end = rows.findIndex(({ level }, index) => index > start && level === 1);
    return start < 0 ? [] : rows.slice(start, end < 0 ? undefined : end);
  }

  private async openMenu(label: string, timeout: number): Promise<void> {
    await (await this.settledRow(label)).click({ button: "right", timeout });
  }

  /** A row, once the rows have stopped moving: a user doesn't aim at what is being drawn again, and VS Code loses such clicks. */
  private async settledRow(label: string): Promise<Locator> {
    let before = "";
    await until(`the row "${label}" to rest`, async () => {
      const last = before;
      before = JSON.stringify(await this.rows());
      return before === last && (await this.row(label).isVisible());
    });
    return this.row(label);
  }
}

/** An action by its title. VS Code adds the key binding to the label, if there's one. */
function labeled(action: string): string {
  return `.action-label:is([aria-label="${action}"], [aria-label^="${action} ("])`;
}
