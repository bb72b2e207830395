import { type Locator, type Page } from "playwright-core";

import { click, clickOnce, exactly, readParts, readText } from "./dom.js";
import { TIMEOUT_MS, until, untilDone, untilStays, untilValue } from "./until.js";

/** The palette, quick picks and input boxes: VS Code shows them all in one widget. */
export class QuickInput {
  private readonly widget: Locator;
  private readonly input: Locator;

  public constructor(page: Page) {
    this.widget = page.locator(".quick-input-widget");
    this.input = this.widget.locator(".quick-input-box input");
  }

  public isOpen(): Promise<boolean> {
    return this.widget.isVisible();
  }

  /** The title, the placeholder, and the prompt of an input box or what is wrong with what was typed. */
  public async texts(): Promise<string[]> {
    const message = this.widget.locator(".quick-input-message");
    return [await this.title(), (await this.input.getAttribute("placeholder")) ?? "", await readText(message)];
  }

  /** Waits for a step with this text, so that a later step isn't mistaken for it. */
  public async waitForStep(text: string): Promise<void> {
    await until(`a quick input step with "${text}"`, () => this.isAt(text));
  }

  /** Waits until the step with this text is over. What comes next may be shown at once, without the widget being hidden. */
  public async waitForEnd(text: string): Promise<void> {
    await until(`the end of the quick input step with "${text}"`, async () => !(await this.isAt(text)));
  }

  private async isAt(text: string): Promise<boolean> {
    // Between two questions the widget is hidden, and still holds the texts of the one before.
    if (!(await this.isOpen())) return false;
    const texts = await this.texts();
    return (await this.isOpen()) && texts.some((part) => part.includes(text));
  }

  public title(): Promise<string> {
    return readText(this.widget.locator(".quick-input-title"));
  }

  public value(): Promise<string> {
    return this.input.inputValue();
  }

  /** Whether what is typed is hidden, as for a password. */
  public async isMasked(): Promise<boolean> {
    return (await this.input.getAttribute("type")) === "password";
  }

  /** The entries that are drawn. */
  public rows() {
    return readParts(this.widget.locator(".quick-input-list .monaco-list-row"), {
      label: ".label-name",
      description: ".label-description",
      detail: ".quick-input-list-label-meta .label-name",
    });
  }

  /** Waits until exactly these entries are listed, in their order. VS Code may draw a list some time before what is in it. */
  public waitForRows(...labels: readonly string[]) {
    return untilValue(
      `the entries ${JSON.stringify(labels)}`,
      () => this.rows(),
      (rows) => JSON.stringify(rows.map(({ label }) => label)) === JSON.stringify(labels),
    );
  }

  /** Replaces what stands in the input. @param timeout milliseconds */
  public async type(text: string, timeout = TIMEOUT_MS): Promise<void> {
    await this.input.fill(text, { timeout });
  }

  /** Presses Enter. */
  public async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  /** Types a text and presses Enter. */
  public async submit(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** Types an answer into the step with this text. */
  public async answer(step: string, text: string): Promise<void> {
    await this.waitForStep(step);
    await this.submit(text);
  }

  /** Chooses an entry of the step with this text, or with none accepts what is ticked or typed. */
  public async choose(step: string, entry?: string): Promise<void> {
    await this.waitForStep(step);
    await (entry === undefined ? this.accept() : this.pick(entry));
  }

  /** Leaves the step with this text. */
  public async leave(step: string): Promise<void> {
    await this.waitForStep(step);
    await this.cancel();
  }

  /** Enters a path in VS Code's own dialog for files, as it is where the window is no desktop's. */
  public async enterPath(path: string): Promise<void> {
    const isOffered = async () => (await this.isOpen()) && (await this.value()).startsWith("/");
    await until("the folder that is offered", isOffered);
    // The dialog replaces what stands in it once it has looked at the folder.
    await untilDone(`the path ${path}`, async (patience) => {
      await this.type(path, patience);
      await untilStays("it", () => this.value(), path, patience);
    });
    await this.accept();
  }

  /**
   * Types a text and clicks the entry with exactly this label among what is offered for it.
   *
   * @param timeout milliseconds for each of the two
   * @throws {Error} when the input isn't open, closes on its own, or offers no such entry
   */
  public async pickFor(text: string, label: string, timeout: number): Promise<void> {
    await this.type(text, timeout);
    await clickOnce(this.name(label), timeout);
  }

  /** Clicks the entry with exactly this label. */
  public async pick(label: string): Promise<void> {
    await click(this.name(label));
  }

  /** The entry with exactly this label in a pick of several. */
  private row(label: string): Locator {
    return this.widget
      .locator(".quick-input-list .monaco-list-row")
      .filter({ has: this.name(label) })
      .first();
  }

  /** Ticks or clears the entry with exactly this label in a pick of several. */
  public async toggle(label: string): Promise<void> {
    await click(this.row(label).locator("input[type=checkbox], .monaco-checkbox").first());
  }

  /** Clicks a button of the entry with exactly this label. It is drawn while the pointer is there. */
  public async pressRowButton(label: string, button: string): Promise<void> {
    await this.row(label).hover();
    await click(this.row(label).locator(`.action-label[aria-label*="${button}"]`));
  }

  /** Ticks every entry in a pick of several, or clears them if all are ticked. */
  public async toggleAll(): Promise<void> {
    await this.widget.locator("[aria-label='Toggle all checkboxes']").first().click();
  }

  /** Clicks a button in the widget's title bar, such as Back. */
  public async pressButton(label: string): Promise<void> {
    await click(this.widget.locator(`.quick-input-titlebar .action-label[aria-label*="${label}"]`));
  }

  /** Clicks a button inside of the input, such as one that shows what is masked. */
  public async pressInside(label: string): Promise<void> {
    await click(this.widget.locator(`.quick-input-box [aria-label*="${label}"]`).first());
  }

  /** Presses Escape and waits until the widget is gone. */
  public async cancel(): Promise<void> {
    await untilDone("the quick input to close", async (timeout) => {
      // One that stays open when something else takes the focus is closed by its own key alone.
      if (await this.isOpen()) await this.input.press("Escape", { timeout });
      await this.widget.waitFor({ state: "hidden", timeout });
    });
  }

  private name(label: string): Locator {
    const name = ".quick-input-list-row:first-child .label-name";
    return this.widget
      .page()
      .locator(name, { hasText: exactly(label) })
      .first();
  }
}
