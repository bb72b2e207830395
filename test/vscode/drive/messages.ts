import type { Locator, Page } from "playwright-core";
import { click, exactly, readParts, readText } from "./dom.js";
import { TIMEOUT_MS, until, untilDone, untilValue } from "./until.js";

/** One notification on the screen. */
interface Notification {
  readonly message: string;
  readonly severity: "error" | "warning" | "info";
}

/** The notifications in the corner of the window. */
export class Notifications {
  private readonly toasts: Locator;

  public constructor(private readonly page: Page) {
    this.toasts = page.locator(".notifications-toasts .notification-list-item");
  }

  public async all(): Promise<Notification[]> {
    const read = await readParts(this.toasts, {
      message: ".notification-list-item-message",
      icon: ".notification-list-item-icon@class",
    });
    return read.map(({ message, icon }) => ({
      message,
      severity: icon.includes("codicon-error") ? "error" : icon.includes("codicon-warning") ? "warning" : "info",
    }));
  }

  /** Waits for a notification that contains the text or matches the pattern. @param timeoutMs milliseconds */
  public waitFor(pattern: string | RegExp, timeoutMs = TIMEOUT_MS): Promise<Notification> {
    return until(
      `a notification with ${String(pattern)}`,
      async () => (await this.all()).find(({ message }) => matches(message, pattern)),
      timeoutMs,
    );
  }

  /** Waits until this is shown, and no other: the progress goes a moment after the message has come. */
  public async waitForOnly(message: string): Promise<void> {
    await untilValue(
      `the only notification to be "${message}"`,
      () => this.all(),
      (shown) => shown.length === 1 && shown[0]?.message === message,
    );
  }

  /** Waits until no notification contains the text or matches the pattern. */
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
    await this.waitFor(pattern);
    return this.toast(pattern).locator(".notification-list-item-buttons-container .monaco-text-button").allInnerTexts();
  }

  /** How many links a notification contains: a text from elsewhere mustn't become one. */
  public async links(pattern: string | RegExp): Promise<number> {
    await this.waitFor(pattern);
    return this.toast(pattern).locator(".notification-list-item-message a").count();
  }

  /** Presses a button of the notification that contains the text or matches the pattern. */
  public async press(pattern: string | RegExp, button: string): Promise<void> {
    await this.waitFor(pattern);
    const buttons = this.toast(pattern).locator(".notification-list-item-buttons-container .monaco-text-button");
    await click(buttons.filter({ hasText: exactly(button) }));
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

  private toast(pattern: string | RegExp): Locator {
    return this.toasts
      .filter({ has: this.page.locator(".notification-list-item-message", { hasText: pattern }) })
      .first();
  }
}

function matches(text: string, pattern: string | RegExp): boolean {
  return typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
}

/** What a modal dialog says and offers. */
interface DialogContent {
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
