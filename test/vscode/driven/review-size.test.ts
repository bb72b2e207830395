import { type Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";

import { WINDOW } from "../drive/session.js";
import { until } from "../drive/until.js";
import { ui, useService, useVsCode } from "./window.js";

/**
 * How many files are reviewed together, and what their names begin with: the quick pick finds letters wherever they are.
 * The lines of each review are counted in `test/unit/push/review.test.ts`.
 */
const FILES = { "alpha-": 1, "bravo-": 200 };
const COUNTS = Object.values(FILES);
const LONG_NAME = "Salesforce of the branch in Düsseldorf, for orders and returns ".repeat(2).trim();

describe("the review in a window of 1366 by 768", () => {
  const service = useService("Acme of the branch in Düsseldorf, for orders", {
    connections: Math.max(...COUNTS),
    production: true,
  });
  useVsCode(() => ({
    environment: { REVIEW_PADDED: " padded ", ...service.environment() },
    workspace: Object.fromEntries(
      Object.entries(FILES).flatMap(([prefix, count]) =>
        Array.from({ length: count }, (_, index) => {
          const setup = { type: "BASIC_AUTH", username: "${env:REVIEW_PADDED}" };
          return [`${prefix}${index}.vaultconn.json`, service.file(index, { name: "${env:REVIEW_PADDED}", setup })];
        }),
      ),
    ),
  }));
  beforeAll(() => {
    for (let index = 0; index < Math.max(...COUNTS); index++)
      service().connections.change(service.id(index), { name: `${index} ${LONG_NAME}` });
  });

  /** Asks to push the files whose names begin so, and waits for the review. */
  async function review(prefix: string): Promise<void> {
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Push Changed Files…");
    await ui.quickInput.waitForStep("Select the files to push");
    await ui.quickInput.type(prefix);
    await until("those files", async () => {
      const rows = await ui.quickInput.rows();
      return rows.length > 0 && rows.every(({ label }) => label.startsWith(prefix));
    });
    await ui.quickInput.toggleAll();
    await ui.quickInput.accept();
    await until("the review", () => ui.dialog.isOpen());
  }

  it.each(Object.keys(FILES))("shows its title and buttons for the files %s", async (prefix) => {
    const drawn = ui.workbench.page.locator(".monaco-dialog-box");
    const buttonOf = (label: string) => drawn.locator(".dialog-buttons .monaco-text-button", { hasText: label });

    /** Where a part of the review is. All of it must be in the window. */
    async function placeOf(part: Locator): Promise<{ readonly x: number; readonly y: number }> {
      const { x = 0, y = -1, width = 0, height = Infinity } = (await part.boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(WINDOW.height);
      return { x: x + width / 2, y: y + height / 2 };
    }

    async function clickWhereItIs(button: string): Promise<void> {
      const { x, y } = await placeOf(buttonOf(button));
      await ui.workbench.page.mouse.click(x, y);
      await until("the dialog to close", async () => !(await ui.dialog.isOpen()));
    }

    await review(prefix);
    const { buttons } = await ui.dialog.read();
    expect(buttons).toEqual(expect.arrayContaining(["Cancel", "Show Changes", "Push"]));
    await placeOf(drawn.locator(".dialog-message-text"));
    await placeOf(drawn.locator(".dialog-message-detail"));
    await placeOf(buttonOf("Cancel"));
    await clickWhereItIs("Show Changes");
    await until(
      "the comparison",
      async () => (await ui.workbench.page.locator(".multiDiffEntry, .monaco-diff-editor").count()) > 0,
    );
    await ui.workbench.runCommand("View: Close Editor");
    await ui.dialog.read();
    await clickWhereItIs("Push");
    await ui.quickInput.leave("(production)");
    expect(service.patches()).toEqual([]);
  });
});
