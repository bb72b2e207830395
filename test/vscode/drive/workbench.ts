import type { Locator, Page } from "playwright-core";

import { Dialog, Notifications } from "./messages.js";
import { readParts } from "./dom.js";
import { Editor } from "./editor.js";
import { QuickInput } from "./quick-input.js";
import { TreeView } from "./tree-view.js";
import { until, untilDone, untilText } from "./until.js";

/** A VS Code window in a browser, and what a user does in it. */
export class Workbench {
  public readonly quickInput: QuickInput;
  public readonly notifications: Notifications;
  public readonly dialog: Dialog;
  public readonly editor: Editor;
  /** The view of the connections. Its container must be open, as for the pushes. */
  public readonly tree: TreeView;
  public readonly pushes: TreeView;

  public constructor(public readonly page: Page) {
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.editor = new Editor(page);
    this.tree = new TreeView(page, "Connections");
    // The newest push of a connection is the first.
    this.pushes = new TreeView(page, "Pushes", 0);
  }

  /** Waits until the window takes commands. */
  public async waitUntilReady(): Promise<void> {
    for (const part of [".statusbar .statusbar-item", ".activitybar .action-label"])
      await this.page.locator(`.monaco-workbench .part${part}`).first().waitFor();
  }

  /** Reloads the window as a user does. */
  public async reload(): Promise<void> {
    await this.page.reload();
    await this.waitUntilReady();
  }

  /** Runs a command from the palette. @param title as the palette shows it, such as "Vault Connections: Push" */
  public async runCommand(title: string): Promise<void> {
    // The palette closes when something else takes the focus, and lists the commands that were known when it opened.
    await untilDone(`the command "${title}"`, (patience) =>
      this.inQuickInput("F1", () => this.quickInput.pickFor(`>${title}`, title, patience)),
    );
  }

  /** The commands the palette lists for a text, which may still be those for what was typed before; closes the palette. */
  public async commandsMatching(text: string): Promise<string[]> {
    let labels: string[] = [];
    await untilDone("commands in the palette", async (patience) => {
      await this.inQuickInput("F1", async () => {
        await this.quickInput.type(`>${text}`, patience);
        await until("commands", async () => (await this.quickInput.rows()).length > 0, patience);
        labels = (await this.quickInput.rows()).map(({ label }) => label);
      });
      await this.quickInput.cancel();
    });
    return labels;
  }

  /** Opens a file of the workspace by its name, and waits until it has the focus, which it takes from all that is opened in the meantime. */
  public async openFile(fileName: string): Promise<void> {
    await untilDone(`the editor of "${fileName}"`, async (patience) => {
      // Before the window has reached its server, it finds no file, and doesn't look again by itself.
      await this.inQuickInput("ControlOrMeta+KeyP", () => this.quickInput.pickFor(fileName, fileName, patience));
      await this.editor.waitForTab(fileName, patience);
      await this.editor.waitForFocus(patience);
    });
  }

  /** Opens a file of the workspace by its name, without earlier messages beside it, and asks to push it. */
  public async push(fileName: string): Promise<void> {
    await this.notifications.dismissAll();
    await this.openFile(fileName);
    await this.runCommand("Vault Connections: Push");
  }

  /** Stores a secret from the palette. */
  public async storeSecret(name: string, value: string): Promise<void> {
    await this.runCommand("Vault Connections: Store Secret…");
    await this.quickInput.answer("The name in setup files", name);
    await this.quickInput.answer("The value.", value);
    await this.quickInput.waitForEnd("The value.");
  }

  /** The names of the stored secrets with their uses, and what else their list offers; closes the list. */
  public async storedSecrets(): Promise<readonly (readonly [string, string])[]> {
    await this.runCommand("Vault Connections: Show Stored Secrets");
    await this.quickInput.waitForStep("Choose a secret to");
    const rows = await this.quickInput.rows();
    await this.quickInput.cancel();
    return rows.map(({ label, description }) => [label, description] as const);
  }

  /** Clicks a row that asks something. A click while VS Code draws the row again is lost, so it is repeated as a user would. */
  public async clickToAsk(row: string, tree = this.tree): Promise<void> {
    await untilDone(`a question after a click on "${row}"`, async (patience) => {
      if (await this.quickInput.isOpen()) return;
      await tree.click(row);
      // A second click before the first has been acted on would ask again, so it gets time.
      await until("the question", () => this.quickInput.isOpen(), 5 * patience);
    });
  }

  /** Goes through the steps of signing in with an access token. */
  public async signIn(token: string): Promise<void> {
    await this.quickInput.choose("Choose how to sign in", "Access token");
    await this.quickInput.answer("An access token with", token);
    await this.quickInput.waitForEnd("An access token with");
  }

  /** The titles in the activity bar. */
  public async viewContainers(): Promise<string[]> {
    const labels = this.page.locator(".activitybar .composite-bar .action-label");
    return (await readParts(labels, { label: "@aria-label" })).map(({ label }) => label);
  }

  /** Shows a view container by its title in the activity bar. */
  public async openViewContainer(title: string): Promise<void> {
    const heading = this.page.locator(".part.sidebar .composite.title h2", { hasText: title });
    // A click on a container that is shown already would hide it, as after a reload, when it comes by itself.
    await untilDone(`the view container "${title}"`, async (timeout) => {
      if (await heading.isVisible()) return true;
      await this.page
        .locator(`.activitybar .action-label[aria-label^="${title}"]`)
        .first()
        // A number at the icon lies over it, and takes the click as the icon itself would.
        .click({ force: true });
      await heading.waitFor({ timeout });
      return true;
    });
  }

  /** Opens the Problems panel. */
  public async showProblems(): Promise<void> {
    await this.runCommand("Problems: Focus on Problems View");
    await this.page.locator(".markers-panel").waitFor();
  }

  /** The rows of the Problems panel, which must be open, in no order. Hints aren't listed there. */
  public async problems() {
    const details = this.page.locator(".marker-message-details-container");
    const rows = await readParts(this.page.locator(".markers-panel .monaco-list-row", { has: details }), {
      icon: ".marker-icon@class",
      message: ".marker-message",
      source: ".marker-source",
      code: ".marker-code",
      // Such as "[Ln 3, Col 5]".
      position: ".marker-line",
    });
    return rows
      .filter(({ position }) => position !== "")
      .map((row) => ({ ...row, severity: /error|warning/.exec(row.icon)?.[0] ?? "info" }));
  }

  /** The Explorer's row of a file or folder in view. */
  public explorerRow(name: string): Locator {
    return this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
  }

  /** The texts of the status bar. */
  public async status(): Promise<string[]> {
    const items = await readParts(this.page.locator(".part.statusbar .statusbar-item"), { text: "" });
    return items.map(({ text }) => text);
  }

  /** Waits until an item of the status bar contains a text. */
  public async waitForStatus(text: string): Promise<void> {
    await untilText("the status bar", async () => (await this.status()).join("\n"), text);
  }

  /** What is on the screen in words, for the report of a test that failed. */
  public async describe(): Promise<string> {
    const { quickInput, notifications, editor } = this;
    const question = (await quickInput.isOpen()) && {
      texts: await quickInput.texts(),
      // What is typed may be a secret.
      typed: (await quickInput.isMasked()) ? "…" : await quickInput.value(),
      rows: (await quickInput.rows()).map(({ label }) => label),
    };
    const shown = {
      question,
      dialog: (await this.dialog.isOpen()) && (await this.dialog.read()),
      messages: (await notifications.all()).map(({ message }) => message),
      tab: await editor.activeTab(),
      focus: await this.page.evaluate("document.activeElement?.className"),
    };
    return JSON.stringify(shown);
  }

  /** Opens a quick input with a key and does something in it; closes it where that fails. */
  private async inQuickInput(key: string, work: () => Promise<void>): Promise<void> {
    await this.page.keyboard.press(key);
    try {
      await work();
    } catch (error) {
      await this.quickInput.cancel();
      throw error;
    }
  }
}
