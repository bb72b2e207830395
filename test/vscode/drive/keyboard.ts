import { readText } from "./dom.js";
import { until, untilDone } from "./until.js";
import { type Workbench } from "./workbench.js";

/** So many reads in a row find the command chosen that is then run. */
const READS_AT_REST = 4;

/** What someone does who has no mouse: nothing here clicks, or moves the focus by other means than keys. */
export class Keyboard {
  public constructor(private readonly workbench: Workbench) {}

  private press(key: string): Promise<void> {
    return this.workbench.page.keyboard.press(key);
  }

  /** Runs a command from the palette. @param title as the palette shows it */
  public async run(title: string): Promise<void> {
    const { page, quickInput } = this.workbench;
    const row = page.locator(
      ".quick-input-widget .monaco-list-row.focused .quick-input-list-row:first-child .label-name",
    );
    // The palette closes when something else takes the focus, and lacks commands while VS Code starts.
    await untilDone(`the command "${title}"`, async (patience) => {
      await this.press("F1");
      try {
        await quickInput.type(`>${title}`, patience);
        let count = 0;
        // Commands that were used before come first, and the list is made again a moment after the text.
        await until(
          "it to be chosen, and to stay so",
          async () => {
            count = (await readText(row)) === title ? count + 1 : 0;
            if (count === 0) await this.press("ArrowDown");
            return count >= READS_AT_REST;
          },
          patience,
        );
      } catch (error) {
        await quickInput.cancel();
        throw error;
      }
      await this.press("Enter");
    });
  }

  /** Shows our view container, which then has the focus. */
  public async openConnections(): Promise<void> {
    await this.run("View: Show Vault Connections");
  }

  /** Goes from one thing to the next with Tab until a button has the focus, and presses it. */
  public async pressButton(label: string): Promise<void> {
    const { page } = this.workbench;
    const focused = (): Promise<string> => page.evaluate("document.activeElement?.textContent?.trim() ?? ''");
    await until(`the focus on "${label}"`, async () => {
      if ((await focused()) === label) return true;
      await this.press("Tab");
      return (await focused()) === label;
    });
    await this.press("Enter");
  }
}
