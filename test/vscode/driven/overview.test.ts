import axe from "axe-core";
import { type Frame } from "playwright-core";
import { describe, expect, it } from "vitest";

import { readParts } from "../drive/dom.js";
import { until, untilDone } from "../drive/until.js";
import { ui, useService, useVsCode } from "./window.js";

/** One story about one panel. */
describe("the overview", () => {
  const acme = useService("Acme", { connections: 90, latestChange: Date.now() });
  useVsCode(() => {
    for (let index = 0; index < 90; index += 1)
      acme().connections.change(acme().connections.idAt(index), { ready: index % 4 !== 0 });
    const file = (index: number): string => acme.file(index, { name: `Row ${index}` });
    return {
      environment: acme.environment(),
      settings: { "vaultconn.tenants": [{ name: "Old tenant", baseUrl: "https://old.example.com/api/v2" }] },
      workspace: { "one.vaultconn.json": file(1), "two.vaultconn.json": file(2) },
    };
  });
  const frame = () => ui.workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const inFrame = async (): Promise<Frame> => {
    const owner = await (await frame().locator("#overview").elementHandle()).ownerFrame();
    if (!owner) throw new Error("The page has gone.");
    return owner;
  };
  /** What axe-core reports, with the parts that it is about. It runs in the page, whose policy lets no script in. */
  const violations = async (): Promise<string[]> => {
    const page = await inFrame();
    await page.evaluate(axe.source);
    const { violations: found } = await page.evaluate<axe.AxeResults>("axe.run()");
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  };
  const bars = async (): Promise<string[]> =>
    (await readParts(frame().locator("button.whole"), { label: "@aria-label" })).map(({ label }) => label);

  it("charts what's loaded, and repeats it in tables", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.workbench.runCommand("Vault Connections: Show Overview");
    await expect.poll(bars).toContain("not pushed: 2");
    expect(await frame().locator("button.note").allTextContents()).toEqual(["88 without a setup file"]);
    const numbers = await frame().locator("button.number").allTextContents();
    expect(numbers).toEqual([
      "23 not ready",
      "0 value changed",
      "0 changed on the service",
      "0 outcome unknown",
      "0 credential ends soon",
    ]);
    const tables = await frame().locator("table.heard caption").allTextContents();
    expect(tables).toEqual(["Connections by application", "Days since the last change", "Setup files"]);
    const ready = await frame().locator("table.heard").first().locator("td").allTextContents();
    expect(ready.reduce((total, cell) => total + Number(cell), 0)).toBe(90);
    await expect.poll(() => frame().locator(".limit").count()).toBe(1);
  });

  it("says why there's no chart, and what helps", async () => {
    const pushes = frame().locator("figure", { hasText: "Pushes in the last 8 weeks" });
    expect(await pushes.locator("p").allTextContents()).toEqual(["There were no pushes in the last 8 weeks."]);
    expect(await pushes.locator(".line").count()).toBe(0);
    const tenant = frame().locator("section", { hasText: "Old tenant" });
    expect(await tenant.locator("p").allTextContents()).toEqual(["You're signed out of Old tenant."]);
    expect(await tenant.locator("figure").count()).toBe(0);
    await tenant.getByRole("button", { name: "Sign In", exact: true }).click();
    await ui.quickInput.leave("Choose how to sign in");
  });

  it("filters the sidebar by a bar, with mouse or key", async () => {
    const bar = frame().locator("button.bar.warning").first();
    const label = (await bar.getAttribute("aria-label")) ?? "";
    const [, application = "", count = ""] = /^(.+), not ready: (\d+)$/.exec(label) ?? [];
    await bar.dispatchEvent("click");
    await expect.poll(() => ui.tree.message()).toBe(`Showing ${count} of 90: Acme, not ready, ${application}`);
    const days = frame().locator("button.whole[aria-label^='0–29: ']");
    const changed = /: (\d+)$/.exec((await days.getAttribute("aria-label")) ?? "")?.[1] ?? "";
    // The bars are drawn again where something changes, which takes the focus from them.
    await untilDone("the other filter", async (timeout) => {
      const expected = `Showing ${changed} of 90: Acme, last changed 0 to 30 days ago`;
      if ((await ui.tree.message()) !== expected) await days.press("Enter", { timeout });
      await until("it", async () => (await ui.tree.message()) === expected, timeout);
    });
    await frame().locator("button.note").click();
    await expect.poll(() => ui.tree.message()).toBe("Showing 88 of 90: Acme, without a setup file");
    await ui.workbench.runCommand("Vault Connections: Show All Connections");
  });

  it("has a heading for each chart, and one tab stop for each line", async () => {
    const headings = await frame().locator("figure h3").allTextContents();
    expect(headings).toEqual([
      "Connections by application",
      "Days since the last change",
      "Setup files",
      "Pushes in the last 8 weeks",
    ]);
    const lines = frame().locator(".line[role=toolbar]");
    await expect.poll(() => lines.count()).toBeGreaterThan(2);
    expect(await lines.locator("button:not([tabindex='-1'])").count()).toBe(await lines.count());
    const buttons = lines
      .filter({ has: frame().locator(".bar.warning") })
      .first()
      .locator("button");
    const [whole, ...parts] = await readParts(buttons, { place: "@data-place" }).then((read) =>
      read.map(({ place }) => place),
    );
    const place = async () => (await inFrame()).evaluate<unknown>("document.activeElement.dataset.place");
    await buttons.first().focus();
    for (const [key, at] of [
      ["ArrowRight", parts[0]],
      ["End", parts.at(-1)],
      ["ArrowRight", parts.at(-1)],
      ["Home", whole],
      ["ArrowLeft", whole],
      ["ArrowRight", parts[0]],
    ] as const) {
      await ui.workbench.page.keyboard.press(key);
      await expect.poll(place).toBe(at);
    }
    await ui.workbench.page.keyboard.press("Tab");
    await expect.poll(place).toBe(whole?.replace(/\d+$/, (index) => String(Number(index) + 1)));
  });

  it("is accessible in the light and dark themes", async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await ui.workbench.page.emulateMedia({ colorScheme });
      await frame().locator(`body.vscode-${colorScheme}`).waitFor();
      expect(await violations()).toEqual([]);
    }
  });

  it("loads nothing from elsewhere, and has the theme's colors", async () => {
    const policy = await frame().locator("meta[http-equiv]").getAttribute("content");
    expect(policy).toMatch(/^default-src 'none'; style-src [^;]+; script-src 'nonce-[\w+/=]+'$/);
    for (const theme of ["Dark High Contrast", "Light High Contrast"]) {
      await ui.workbench.runCommand("Preferences: Color Theme");
      await ui.quickInput.waitForStep("Color Theme");
      await ui.quickInput.type(theme);
      await ui.quickInput.pick(theme);
      await until("the theme", async () => {
        const classes = (await frame().locator("body").getAttribute("class"))?.split(" ") ?? [];
        const light = classes.includes("vscode-high-contrast-light");
        return classes.some((name) => name.startsWith("vscode-high-contrast")) && light === theme.startsWith("Light");
      });
      await until("the bars", async () => (await bars()).length > 8);
      expect(await violations()).toEqual([]);
    }
  });
});
