import { describe, expect, it } from "vitest";

import { readParts } from "../drive/dom.js";
import { until, untilDone, untilValue } from "../drive/until.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

/** How the line that a bar is made of is dashed. */
function dashesOf(bar: unknown): string {
  const page = globalThis as unknown as { getComputedStyle(part: unknown): { readonly strokeDasharray: string } };
  return page.getComputedStyle(bar).strokeDasharray;
}

/** One story about one panel. */
describe("the overview", () => {
  const acme = useService("Acme", { connections: 90, latestChange: Date.now() });
  const session = useVsCode(() => {
    for (let index = 0; index < 90; index += 1)
      acme().connections.change(acme().connections.idAt(index), { ready: index % 4 !== 0 });
    const file = (index: number): string =>
      JSON.stringify({ id: acme().connections.idAt(index), tenant: new URL(acme().origin).host, name: `Row ${index}` });
    return {
      environment: acme.environment(),
      workspace: { "one.vaultconn.json": file(1), "two.vaultconn.json": file(2) },
    };
  });
  const frame = () => session().workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const message = () => session().workbench.tree("Connections").message();
  const bars = async (): Promise<string[]> =>
    (await readParts(frame().locator(".ct-bar"), { label: "@aria-label" })).map(({ label }) => label);

  it("draws what is loaded, and says the same in tables", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    await workbench.runCommand("Vault Connections: Show Overview");
    await untilValue("the bars", bars, (labels) => labels.includes("no setup file, nothing to do: 88"));
    const tables = await frame().locator("table.heard caption").allTextContents();
    expect(tables).toEqual([
      "Connections by application",
      "Days since the last change",
      "Setup files",
      "Pushes of the last 8 weeks",
    ]);
    const ready = await frame().locator("table.heard").first().locator("td").allTextContents();
    expect(ready.reduce((total, cell) => total + Number(cell), 0)).toBe(90);
    await until("the line of the limit", async () => (await frame().locator("line.limit").count()) === 1);
    await workbench.screenshot("overview");
  });

  it("filters the sidebar by the bar that is chosen, with the mouse and with a key", async () => {
    const { workbench } = session();
    const bar = frame().locator(".ct-bar[aria-label*='not ready']").last();
    const label = (await bar.getAttribute("aria-label")) ?? "";
    const [, application = "", count = ""] = /^(.+), not ready: (\d+)$/.exec(label) ?? [];
    await bar.dispatchEvent("click");
    await untilValue("the filter", message, (text) => text === `Showing ${count} of 90: not ready, ${application}`);
    await workbench.screenshot("overview-filtered");
    const without = frame().locator(".ct-bar[aria-label^='no setup file']");
    // The bars are drawn anew where something changes, which takes the focus from them.
    await untilDone("the other filter", async (timeout) => {
      const isSo = async (): Promise<boolean> => (await message()) === "Showing 88 of 90: without a setup file";
      if (!(await isSo())) await without.press("Enter", { timeout });
      await until("it", isSo, timeout);
    });
    await workbench.runCommand("Vault Connections: Show All Connections");
  });

  it("loads nothing from anywhere else, and has the colours of every theme", async () => {
    const { workbench } = session();
    const policy = await frame().locator("meta[http-equiv]").getAttribute("content");
    expect(policy).toMatch(/^default-src 'none'; style-src [^;]+; script-src 'nonce-[\w+/=]+'$/);
    for (const theme of ["Dark High Contrast", "Light High Contrast"]) {
      await workbench.runCommand("Preferences: Color Theme");
      await workbench.quickInput.waitForStep("Color Theme");
      await workbench.quickInput.type(theme);
      await workbench.quickInput.pick(theme);
      await until("the theme", async () => {
        const classes = (await frame().locator("body").getAttribute("class"))?.split(" ") ?? [];
        const light = classes.includes("vscode-high-contrast-light");
        return classes.some((name) => name.startsWith("vscode-high-contrast")) && light === theme.startsWith("Light");
      });
      await until("the bars", async () => (await bars()).length > 8);
      // Parts that touch are not told apart by their colours alone.
      const notReady = frame().locator(".ct-bar.warning").first();
      await until("the pattern", async () => (await notReady.evaluate(dashesOf)).startsWith("4px"));
      await workbench.page.screenshot({
        path: `.vscode-test/screenshots/current/overview-${theme.replaceAll(" ", "-").toLowerCase()}.png`,
      });
    }
  });
});
