import { beforeAll, describe, expect, it } from "vitest";

import { WINDOW } from "../drive/session.js";
import { until, untilValue } from "../drive/until.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

/** How many files are reviewed together, and what their names begin with: the quick pick finds letters wherever they are. */
const FILES = { "alpha-": 1, "bravo-": 5, "charlie-": 6, "delta-": 20, "echo-": 200 };
const COUNTS = Object.values(FILES);
const LONG_NAME = "Salesforce of the branch in Düsseldorf, for orders and returns ".repeat(2).trim();

describe("the review in a window of 1366 by 768", () => {
  const service = useService("Acme", { connections: Math.max(...COUNTS) });
  const id = (index: number): string => service().connections.idAt(index);
  const session = useVsCode(() => ({
    environment: {
      REVIEW_PADDED: " padded ",
      VAULTCONN_LOCAL_SERVICE: JSON.stringify({
        baseUrl: service().baseUrl,
        accessToken: service().accessToken,
        name: "Acme of the branch in Düsseldorf, for orders",
        production: true,
      }),
    },
    workspace: Object.fromEntries(
      Object.entries(FILES).flatMap(([prefix, count]) =>
        Array.from({ length: count }, (_, index) => {
          const setup = { type: "BASIC_AUTH", username: "${env:REVIEW_PADDED}" };
          const tenant = new URL(service().origin).host;
          return [
            `${prefix}${index}.vaultconn.json`,
            `${JSON.stringify({ id: id(index), tenant, name: "${env:REVIEW_PADDED}", setup })}\n`,
          ];
        }),
      ),
    ),
  }));
  beforeAll(() => {
    for (let index = 0; index < Math.max(...COUNTS); index++)
      service().connections.change(id(index), { name: `${index} ${LONG_NAME}` });
  });

  /** Asks to push the files whose names begin so, and waits for the review. */
  async function review(prefix: string): Promise<void> {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await workbench.quickInput.waitForStep("Choose what to push");
    await workbench.quickInput.type(prefix);
    await untilValue(
      "those files",
      () => workbench.quickInput.rows(),
      (rows) => rows.length > 0 && rows.every(({ label }) => label.startsWith(prefix)),
    );
    await workbench.page.locator(".quick-input-widget [aria-label='Toggle all checkboxes']").first().click();
    await workbench.quickInput.accept();
    await until("the review", () => workbench.dialog.isOpen());
  }

  it.each(Object.entries(FILES))("shows title and buttons to click for %s files: %i", async (prefix, count) => {
    const { workbench } = session();
    const { page, dialog } = workbench;
    for (const button of ["Cancel", "Show Changes", "Push"]) {
      if (button === "Cancel") await review(prefix);
      const { message, detail, buttons } = await dialog.read();
      expect(buttons).toContain(button);
      if (button === "Cancel") await workbench.screenshot(`review-of-${count}`);
      const lines = [message, ...detail.split("\n")];
      expect(lines.length).toBeLessThanOrEqual(15);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
      const drawn = page.locator(".monaco-dialog-box");
      for (const part of [
        drawn.locator(".dialog-message-text"),
        drawn.locator(".dialog-message-detail"),
        ...buttons.map((_, at) => drawn.locator(".dialog-buttons .monaco-text-button").nth(at)),
      ]) {
        const box = await part.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(WINDOW.height);
      }
      const box = await drawn.locator(".dialog-buttons .monaco-text-button", { hasText: button }).boundingBox();
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      await until("the dialog to close", async () => !(await dialog.isOpen()));
      if (button === "Cancel") await review(prefix);
      if (button === "Show Changes") {
        await until(
          "the comparison",
          async () => (await page.locator(".multiDiffEntry, .monaco-diff-editor").count()) > 0,
        );
        await workbench.screenshot(`review-changes-of-${count}`);
        await workbench.runCommand("View: Close Editor");
        await until("the review again", () => dialog.isOpen());
      }
    }
    await workbench.quickInput.waitForStep("which is production");
    await workbench.quickInput.cancel();
    expect(service().requests.all({ method: "PATCH" })).toEqual([]);
  });
});
