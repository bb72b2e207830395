import axe from "axe-core";
import { type Frame } from "playwright-core";
import { describe, expect, it } from "vitest";

import { readParts } from "../drive/dom.js";
import { WINDOW } from "../drive/session.js";
import { until, untilDone } from "../drive/until.js";
import { useService } from "./use-service.js";
import { quickInput, tree, useVsCode, workbench } from "./window.js";

/** How the line that a bar is made of is dashed. */
function dashesOf(bar: unknown): string {
  const page = globalThis as unknown as { getComputedStyle(part: unknown): { readonly strokeDasharray: string } };
  return page.getComputedStyle(bar).strokeDasharray;
}

/** What {@link OFFSETS} gives. */
interface Measured {
  readonly offsets: Readonly<Record<string, number>>;
  readonly cut: readonly string[];
}

/** How far the middle of each label of an axis is from what it is about, in pixels, by label; and which labels are cut off. */
const OFFSETS = `(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const middleOf = (box, side) => side === "x" ? box.x + box.width / 2 : box.y + box.height / 2;
  const textOf = (label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getBoundingClientRect();
  };
  const offsets = {};
  const compare = (title, labels, parts, side) => labels.forEach((label, at) => {
    const part = parts[at];
    if (part && label.textContent) offsets[[title, label.textContent, side].join()] = middleOf(textOf(label), side) - middleOf(part.getBoundingClientRect(), side);
  });
  const all = (chart, selector) => [...chart.querySelectorAll(selector)];
  const barAt = (chart, at) => all(chart, "[data-place]").find((bar) => bar.dataset.place.split(",")[2] === String(at));
  const cut = [];
  for (const chart of document.querySelectorAll(".horizontal, .vertical")) {
    const isHorizontal = chart.className === "horizontal";
    const [below, beside] = [all(chart, ".ct-label.ct-horizontal"), all(chart, ".ct-label.ct-vertical")];
    const title = chart.parentElement.querySelector("figcaption").textContent;
    compare(title, isHorizontal ? below : beside, all(chart, ".ct-grid"), isHorizontal ? "x" : "y");
    if (isHorizontal) compare(title, beside.toReversed(), beside.map((_, at) => barAt(chart, at)), "y");
    else compare(title, below, below.map((_, at) => barAt(chart, at)), "x");
    for (const label of below.filter(({ textContent }) => textContent)) {
      label.scrollIntoView();
      const { right, y, height } = textOf(label);
      // A neighbor without a word may lie over its end. Where a label is cut off, there is none.
      if (!document.elementFromPoint(right - 1, y + height / 2)?.matches(".ct-label")) cut.push(label.textContent);
    }
  }
  return { offsets, cut };
})()`;

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
  const frame = () => workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const inFrame = async (): Promise<Frame> => {
    const owner = await (await frame().locator("#overview").elementHandle()).ownerFrame();
    if (!owner) throw new Error("The page has gone.");
    return owner;
  };
  /** What axe-core reports, with the parts that it is about. It runs in the page, whose policy lets no script in. */
  const violations = async (): Promise<string[]> => {
    const page = await inFrame();
    await page.evaluate(axe.source);
    const { violations: found } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  };
  const bars = async (): Promise<string[]> =>
    (await readParts(frame().locator(".ct-bar"), { label: "@aria-label" })).map(({ label }) => label);

  it("draws what is loaded, and says the same in tables", async () => {
    await workbench.openViewContainer("Vault Connections");
    await workbench.runCommand("Vault Connections: Show Overview");
    await expect.poll(bars).toContain("no setup file, nothing to do: 88");
    const tables = await frame().locator("table.heard caption").allTextContents();
    expect(tables).toEqual(["Connections by application", "Days since the last change", "Setup files"]);
    const ready = await frame().locator("table.heard").first().locator("td").allTextContents();
    expect(ready.reduce((total, cell) => total + Number(cell), 0)).toBe(90);
    await expect.poll(() => frame().locator("line.limit").count()).toBe(1);
  });

  it("says why there is no chart, with what helps, and draws no empty axes", async () => {
    const pushes = frame().locator("figure", { hasText: "Pushes in the last 8 weeks" });
    expect(await pushes.locator("p").allTextContents()).toEqual(["There were no pushes in the last 8 weeks."]);
    expect(await pushes.locator("svg").count()).toBe(0);
    const tenant = frame().locator("section", { hasText: "Old tenant" });
    expect(await tenant.locator("p").allTextContents()).toEqual(["You're signed out of Old tenant."]);
    expect(await tenant.locator("svg").count()).toBe(0);
    await tenant.getByRole("button", { name: "Sign In", exact: true }).click();
    await quickInput.leave("Choose how to sign in");
  });

  it("has its labels where its bars and grid lines are, and cuts none off", async () => {
    const size = workbench.page.viewportSize() ?? WINDOW;
    let before: unknown;
    for (const width of [size.width, 700]) {
      await workbench.page.setViewportSize({ ...size, width });
      const shown = await inFrame();
      await until("the page at its width", async () => (await shown.evaluate("innerWidth")) !== before);
      before = await shown.evaluate("innerWidth");
      const measured: Measured = await shown.evaluate(OFFSETS);
      expect(Object.keys(measured.offsets).length).toBeGreaterThan(20);
      expect(measured.cut).toEqual([]);
      expect(Object.entries(measured.offsets).filter(([, offset]) => Math.abs(offset) > 1.5)).toEqual([]);
    }
    await workbench.page.setViewportSize(size);
  });

  it("filters the sidebar by the bar that is chosen, with the mouse and with a key", async () => {
    const bar = frame().locator(".ct-bar[aria-label*='not ready']").last();
    const label = (await bar.getAttribute("aria-label")) ?? "";
    const [, application = "", count = ""] = /^(.+), not ready: (\d+)$/.exec(label) ?? [];
    await bar.dispatchEvent("click");
    await expect.poll(() => tree.message()).toBe(`Showing ${count} of 90: not ready, ${application}`);
    const without = frame().locator(".ct-bar[aria-label^='no setup file']");
    // The bars are drawn again where something changes, which takes the focus from them.
    await untilDone("the other filter", async (timeout) => {
      const isSo = async (): Promise<boolean> => (await tree.message()) === "Showing 88 of 90: without a setup file";
      if (!(await isSo())) await without.press("Enter", { timeout });
      await until("it", isSo, timeout);
    });
    await workbench.runCommand("Vault Connections: Show All Connections");
  });

  it("is accessible in the light and the dark theme", async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await workbench.page.emulateMedia({ colorScheme });
      await frame().locator(`body.vscode-${colorScheme}`).waitFor();
      expect(await violations()).toEqual([]);
    }
  });

  it("loads nothing from anywhere else, and has the colours of every theme", async () => {
    const policy = await frame().locator("meta[http-equiv]").getAttribute("content");
    expect(policy).toMatch(/^default-src 'none'; style-src [^;]+; script-src 'nonce-[\w+/=]+'$/);
    for (const theme of ["Dark High Contrast", "Light High Contrast"]) {
      await workbench.runCommand("Preferences: Color Theme");
      await quickInput.waitForStep("Color Theme");
      await quickInput.type(theme);
      await quickInput.pick(theme);
      await until("the theme", async () => {
        const classes = (await frame().locator("body").getAttribute("class"))?.split(" ") ?? [];
        const light = classes.includes("vscode-high-contrast-light");
        return classes.some((name) => name.startsWith("vscode-high-contrast")) && light === theme.startsWith("Light");
      });
      await until("the bars", async () => (await bars()).length > 8);
      // Parts that touch aren't told apart by their colors alone.
      const notReady = frame().locator(".ct-bar.warning").first();
      await until("the pattern", async () => (await notReady.evaluate(dashesOf)).startsWith("4px"));
      expect(await violations()).toEqual([]);
    }
  });
});
