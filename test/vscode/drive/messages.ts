import type { Locator, Page } from "playwright-core";
import { click, exactly, readParts, readText } from "./dom.js";
import { matches, until, untilDone } from "./until.js";

/** What an icon says: `other` if there's none. */
function severityOf(icon: string): string {
  return /\b(?:codicon|dialog)-(error|warning|info)/.exec(icon)?.[1] ?? "other";
}

/** The notifications in the corner of the window. Each is known by a text that it contains, or by a pattern. */
export class Notifications {
  private readonly toasts: Locator;

  public constructor(private readonly page: Page) {
    this.toasts = page.locator(".notifications-toasts .notification-list-item");
  }

  public async all() {
    const parts = { message: ".notification-list-item-message", icon: ".notification-list-item-icon@class" };
    const read = await readParts(this.toasts, parts);
    return read.map(({ message, icon }) => ({ message, severity: severityOf(icon) }));
  }

  /** Waits for a notification. */
  public waitFor(pattern: string | RegExp) {
    const find = async () => (await this.all()).find(({ message }) => matches(message, pattern));
    return until(`a notification with ${String(pattern)}`, find);
  }

  public async waitUntilGone(pattern: string | RegExp): Promise<void> {
    await until(`no notification with ${String(pattern)}`, async () =>
      (await this.all()).every(({ message }) => !matches(message, pattern)),
    );
  }

  /** Waits until no push is in progress: what is to be sent has been sent by then. */
  public async waitUntilNothingIsPushed(): Promise<void> {
    await this.waitUntilGone(/Checking…|Waiting for your review…|Pushing/);
  }

  /** The labels of a notification's buttons, in their order. */
  public async buttons(pattern: string | RegExp): Promise<string[]> {
    return (await this.part(pattern, ".monaco-text-button")).allInnerTexts();
  }

  /** How many links a notification contains: a text from elsewhere mustn't become one. */
  public async links(pattern: string | RegExp): Promise<number> {
    return (await this.part(pattern, ".notification-list-item-message a")).count();
  }

  /** Presses a button of a notification. */
  public async press(pattern: string | RegExp, button: string): Promise<void> {
    await click((await this.part(pattern, ".monaco-text-button")).filter({ hasText: exactly(button) }));
  }

  /** Closes every notification that is shown. */
  public async dismissAll(): Promise<void> {
    await untilDone("the notifications to go", async (timeout) => {
      const first = this.toasts.first();
      if ((await first.count()) === 0) return true;
      await first.hover({ timeout });
      await first.locator(".codicon-notifications-clear").click({ timeout });
      return (await this.toasts.count()) === 0;
    });
  }

  /** Waits for a notification. @returns what it has of something */
  private async part(pattern: string | RegExp, selector: string): Promise<Locator> {
    await this.waitFor(pattern);
    const message = this.page.locator(".notification-list-item-message", { hasText: pattern });
    return this.toasts.filter({ has: message }).first().locator(selector);
  }
}

/** The modal dialog. */
export class Dialog {
  private readonly box: Locator;
  private readonly buttons: Locator;

  public constructor(private readonly page: Page) {
    this.box = page.locator(".monaco-dialog-box");
    this.buttons = this.box.locator(".dialog-buttons .monaco-text-button");
  }

  public isOpen(): Promise<boolean> {
    return this.box.isVisible();
  }

  /** Waits for a dialog and reads it. */
  public async read() {
    await this.box.waitFor();
    return {
      message: await readText(this.box.locator(".dialog-message-text")),
      detail: await readText(this.box.locator(".dialog-message-detail")),
      severity: severityOf((await this.box.locator(".dialog-icon").getAttribute("class")) ?? ""),
      // In the order they are drawn.
      buttons: await this.buttons.allInnerTexts(),
      // Enter presses it.
      primary: await readText(this.box.locator(".dialog-buttons .monaco-text-button:not(.secondary)")),
    };
  }

  /** How many links it contains: a text from elsewhere mustn't become one. */
  public links(): Promise<number> {
    return this.box.locator(".dialog-message-container a:not(.monaco-text-button)").count();
  }

  /** Presses a button and waits until this dialog has gone, or another has taken its place. */
  public press(button: string): Promise<void> {
    return this.answer(() => click(this.buttons.filter({ hasText: exactly(button) })));
  }

  /** Presses Enter, which a dialog ignores in its first moments. */
  public accept(): Promise<void> {
    const attempt = async (): Promise<boolean> => {
      if (await this.isOpen()) await this.page.keyboard.press("Enter");
      return !(await this.isOpen());
    };
    return this.answer(() => until("the dialog to take Enter", attempt).then(() => undefined));
  }

  /** Presses Escape, which must never count as consent. */
  public cancel(): Promise<void> {
    return this.answer(() => this.page.keyboard.press("Escape"));
  }

  private async answer(how: () => Promise<void>): Promise<void> {
    await this.box.waitFor();
    const before = await readText(this.box);
    await how();
    await until("the dialog to close", async () => (await readText(this.box)) !== before);
  }
}
