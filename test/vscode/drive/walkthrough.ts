import { type Locator, type Page } from "playwright-core";

import { readParts } from "./dom.js";

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
