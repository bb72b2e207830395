import { type Locator, type Page } from "playwright-core";

import { click, exactly, labeled, quoted, readAttribute, readParts, readText } from "./dom.js";
import { ContextMenu } from "./context-menu.js";
import { until, untilDone, untilValue } from "./until.js";

/** How long a user's finger stays down, in milliseconds. */
const HAND_MS = 100;
/** How long a user looks at a menu before choosing, in milliseconds. */
const READING_MS = 450;

/** A tooltip that hasn't come after so long won't come any more, in milliseconds. */
const TOOLTIP_MS = 10_000;

/** The attribute of a page in which the mouse takes notice of tooltips. */
export const TAKES_TOOLTIPS = "data-test-takes-tooltips";

/** One visible row of a tree view. */
export interface TreeRow {
  readonly label: string;
  readonly description: string;
  /** 1 for a row at the root. */
  readonly level: number;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
  /** The name of the product icon, such as plug; "" if it has none. */
  readonly icon: string;
  /** What a screen reader says. */
  readonly spoken: string;
}

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
    this.list = page.locator(`.tree-explorer-viewlet-tree-view .monaco-list[aria-label=${quoted(name)}]`);
    this.pane = page.locator(".pane", { has: page.locator(`.pane-header[aria-label=${quoted(`${name} Section`)}]`) });
  }

  /** The rows that are drawn, from top to bottom; a long tree draws only those in view. */
  public async rows(): Promise<TreeRow[]> {
    const read = await readParts(this.list.locator(".monaco-list-row"), {
      index: "@data-index",
      label: ".label-name",
      description: ".label-description",
      level: "@aria-level",
      expanded: "@aria-expanded",
      icon: ".custom-view-tree-node-item-icon@class",
      spoken: "@aria-label",
    });
    return read
      .sort((a, b) => Number(a.index) - Number(b.index))
      .map(({ label, description, level, expanded, icon, spoken }) => ({
        label,
        description,
        level: Number(level),
        expanded: expanded === "" ? undefined : expanded === "true",
        icon: /codicon-([a-z-]+)/.exec(icon.replace("codicon-colored", ""))?.[1] ?? "",
        spoken,
      }));
  }

  /** Opens the view where only its heading is shown. */
  public async openSection(): Promise<void> {
    const heading = this.pane.locator(".pane-header");
    await until("the view to be open", async () => {
      if ((await readAttribute(heading, "aria-expanded")) === "true") return true;
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
    return untilValue(
      "the rows",
      async () => {
        if (key) await this.press(key);
        return this.rows();
      },
      holds,
    );
  }

  /** The row of a tenant and those below it, once they are as expected. Opens it, since several tenants start closed. */
  public rowsOf(tenant: string, holds: (rows: readonly TreeRow[]) => boolean): Promise<readonly TreeRow[]> {
    return untilValue(
      `the rows of ${tenant}`,
      async () => {
        const rows = await this.section(tenant);
        if (rows[0]?.expanded === false) await this.click(tenant);
        return rows;
      },
      holds,
    );
  }

  /** Opens the row of a tenant. */
  public async expand(tenant: string): Promise<void> {
    await this.rowsOf(tenant, ([row]) => row?.expanded === true);
  }

  /** Closes the row of a tenant. */
  public async collapse(tenant: string): Promise<void> {
    await until(`the closed row of ${tenant}`, async () => {
      const [row] = await this.section(tenant);
      if (row?.expanded === true) await this.click(tenant);
      return row?.expanded === false;
    });
  }

  /** The row that says why a tenant's connections couldn't be loaded. */
  public failureOf(tenant: string, sentence: RegExp): Promise<TreeRow> {
    return until(`the row that says ${String(sentence)}`, async () =>
      (await this.section(tenant)).find(
        ({ icon, spoken }) =>
          icon === "error" && sentence.test(/^Loading failed: (.+) Press Enter to /.exec(spoken)?.[1] ?? ""),
      ),
    );
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
    await untilValue(
      `the message ${String(pattern)}`,
      () => this.message(),
      (text) => pattern.test(text),
    );
  }

  /** The text shown instead of rows while the tree is empty. */
  public welcome(): Promise<string> {
    return readText(this.pane.locator(".welcome-view-content"));
  }

  /** Waits until that text contains another, and returns it. */
  public waitForWelcome(text: string): Promise<string> {
    return untilValue(
      `the welcome "${text}"`,
      () => this.welcome(),
      (shown) => shown.includes(text),
    );
  }

  public async pressWelcome(button: string): Promise<void> {
    await click(this.pane.locator(".welcome-view-content .monaco-button", { hasText: exactly(button) }));
  }

  public async click(label: string): Promise<void> {
    await click(await this.settledRow(label));
  }

  /** Clicks a row as a user does: the button stays down for a tenth of a second. Nothing is done to make sure that it takes. */
  public async clickSlowly(label: string): Promise<void> {
    await this.row(label).click({ delay: HAND_MS });
  }

  /** Clicks a button of a row in the same way. */
  public async pressSlowly(label: string, action: string): Promise<void> {
    await this.row(label).hover();
    await this.row(label)
      .locator(`.actions .action-label${labeled(action)}`)
      .click({ delay: HAND_MS });
  }

  /** Opens the row's menu and chooses an entry after half a second of reading. */
  public async chooseSlowly(label: string, entry: string): Promise<void> {
    await this.row(label).click({ button: "right", delay: HAND_MS });
    await new ContextMenu(this.page).chooseAfter(READING_MS, entry, HAND_MS);
  }

  public async doubleClick(label: string): Promise<void> {
    await (await this.settledRow(label)).dblclick();
  }

  /** Clicks a button that shows on the row when the mouse is over it. */
  public async inlineAction(label: string, action: string): Promise<void> {
    const button = this.row(label).locator(`.actions .action-label${labeled(action)}`);
    // A row that is drawn again between the two steps hides the button again.
    await untilDone(`"${action}" on the row "${label}"`, async (timeout) => {
      await this.row(label).hover({ timeout });
      await button.click({ timeout });
    });
  }

  /** Waits until the row has a button, whether or not the mouse is over it. */
  public async waitForAction(label: string, action: string): Promise<void> {
    await this.row(label)
      .locator(`.action-label${labeled(action)}`)
      .waitFor({ state: "attached" });
  }

  /** Opens the row's context menu and chooses an entry. */
  public async chooseFromMenu(label: string, entry: string): Promise<void> {
    await new ContextMenu(this.page).openAndChoose(entry, (timeout) => this.openMenu(label, timeout));
  }

  /** Opens the row's context menu, reads its entries, and closes it. */
  public async menuEntries(label: string): Promise<string[]> {
    return new ContextMenu(this.page).openAndRead((timeout) => this.openMenu(label, timeout));
  }

  /** Clicks a button in the heading of the view. */
  public async titleAction(action: string): Promise<void> {
    await this.pane.hover();
    const button = `.action-label${labeled(action)}`;
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
    await untilDone(`${count} selected rows`, async (timeout) => {
      await (await this.settledRow(from)).click({ timeout });
      await (await this.settledRow(to)).click({ timeout, modifiers: [key] });
      await until(
        "them",
        async () => (await this.list.locator(".monaco-list-row.selected").count()) === count,
        timeout,
      );
    });
  }

  /**
   * Drags a row to a point of the window, with Shift held, which is how VS Code is told to put it into an editor.
   *
   * @param place looks where the point is, which may still move
   */
  public async drag(label: string, place: () => Promise<{ readonly x: number; readonly y: number }>): Promise<void> {
    await this.row(label).locator(".label-name").hover();
    await this.page.mouse.down();
    await this.page.keyboard.down("Shift");
    const { x, y } = await place();
    await this.page.mouse.move(x, y + 60, { steps: 5 });
    await until("a place that stays", async () => {
      const before = await place();
      await this.page.mouse.move(before.x, before.y, { steps: 5 });
      const after = await place();
      return before.x === after.x && before.y === after.y;
    });
    await this.page.mouse.up();
    await this.page.keyboard.up("Shift");
  }

  /** Moves the mouse away and waits until no tooltip covers anything. */
  public async leaveTooltips(): Promise<void> {
    await this.page.mouse.move(200, 17);
    await until("tooltips to go", async () => {
      if ((await this.tooltips().count()) === 0) return true;
      // One that was drawn again after the mouse had left doesn't notice that it has gone, until it comes and goes again.
      await this.page.keyboard.press("Escape");
      const place = await this.tooltips().first().boundingBox({ timeout: TOOLTIP_MS });
      await this.page.evaluate(`document.documentElement.setAttribute("${TAKES_TOOLTIPS}", "")`);
      if (place) await this.page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 3 });
      await this.page.mouse.move(200, 17, { steps: 3 });
      await this.page.evaluate(`document.documentElement.removeAttribute("${TAKES_TOOLTIPS}")`);
      return false;
    });
  }

  /** The tooltip of a row, as text, once it contains another text: before, it is that of the row as it was. */
  public async waitForTooltip(label: string, text: string): Promise<string> {
    return until(`"${text}" in the tooltip of "${label}"`, async () => {
      // Another tooltip that is still open must go first: it would be read in place of this one. And VS Code shows none
      // for a row that was drawn again under the mouse until the mouse has left it and come back.
      await this.leaveTooltips();
      await this.row(label).locator(".label-name").hover();
      const shown = await this.tooltips().first().innerText({ timeout: TOOLTIP_MS });
      return shown.includes(text) && shown;
    });
  }

  /** Presses a key in the list. The focus goes to the row that the key leads to, which scrolls it into view. */
  public async press(key: "Home" | "End"): Promise<void> {
    await this.list.focus();
    await this.page.keyboard.press(key);
  }

  /** The row of a tenant and those below it. */
  private async section(tenant: string): Promise<readonly TreeRow[]> {
    const rows = await this.rows();
    const start = rows.findIndex(({ label, level }) => level === 1 && label === tenant);
    const end = rows.findIndex(({ level }, index) => index > start && level === 1);
    return start < 0 ? [] : rows.slice(start, end < 0 ? undefined : end);
  }

  private async openMenu(label: string, timeout: number): Promise<void> {
    await (await this.settledRow(label)).click({ button: "right", timeout });
  }

  private tooltips(): Locator {
    return this.page
      .locator(".monaco-hover.workbench-hover, .workbench-hover-container .monaco-hover")
      .filter({ visible: true });
  }

  private row(label: string): Locator {
    return this.list
      .locator(".monaco-list-row", { has: this.page.locator(".label-name", { hasText: exactly(label) }) })
      .nth(this.nth);
  }

  /** A row, once the rows have stopped moving: a user doesn't aim at what is being drawn again, and VS Code loses such clicks. */
  private async settledRow(label: string): Promise<Locator> {
    let before = "";
    await until(`the row "${label}" to rest`, async () => {
      const seen = JSON.stringify(await this.rows());
      const isAtRest = seen === before;
      before = seen;
      return isAtRest && (await this.row(label).isVisible());
    });
    return this.row(label);
  }
}
