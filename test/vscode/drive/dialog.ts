import { type Locator, type Page } from "playwright-core";

import { click, exactly, readText } from "./dom.js";
import { until } from "./until.js";

/** What a modal dialog says and offers. */
export interface DialogContent {
  readonly message: string;
  readonly detail: string;
  /** What its icon says, `other` where it has another icon or none. */
  readonly severity: "information" | "warning" | "other";
  /** The labels of the buttons, in the order they are drawn. */
  readonly buttons: readonly string[];
  /** The button that Enter presses. */
  readonly primary: string;
}

/** The modal dialog. */
export class Dialog {
  private readonly box: Locator;

  public constructor(private readonly page: Page) {
    this.box = page.locator(".monaco-dialog-box");
  }

  public isOpen(): Promise<boolean> {
    return this.box.isVisible();
  }

  /** Waits for a dialog and reads it. */
  public async read(): Promise<DialogContent> {
    await this.box.waitFor();
    const buttons = this.box.locator(".dialog-buttons .monaco-text-button");
    return {
      message: await readText(this.box.locator(".dialog-message-text")),
      detail: await readText(this.box.locator(".dialog-message-detail")),
      severity: await this.severity(),
      buttons: await buttons.allInnerTexts(),
      primary: await readText(this.box.locator(".dialog-buttons .monaco-text-button:not(.secondary)")),
    };
  }

  /** How many links it contains: a text from elsewhere mustn't become one. */
  public links(): Promise<number> {
    return this.box.locator(".dialog-message-container a:not(.monaco-text-button)").count();
  }

  private async severity(): Promise<DialogContent["severity"]> {
    const classes = (await this.box.locator(".dialog-icon").first().getAttribute("class")) ?? "";
    if (classes.includes("dialog-warning")) return "warning";
    return classes.includes("dialog-info") ? "information" : "other";
  }

  /** Presses a button and waits until this dialog has gone, or another has taken its place. */
  public async press(button: string): Promise<void> {
    await this.box.waitFor();
    const before = await readText(this.box);
    await click(this.box.locator(".dialog-buttons .monaco-text-button", { hasText: exactly(button) }));
    await this.waitUntilReplaced(before);
  }

  /** Presses Escape, which must never count as consent. */
  public async cancel(): Promise<void> {
    await this.box.waitFor();
    const before = await readText(this.box);
    await this.page.keyboard.press("Escape");
    await this.waitUntilReplaced(before);
  }

  private async waitUntilReplaced(before: string): Promise<void> {
    await until("the dialog to close", async () => (await readText(this.box)) !== before);
  }
}
