import { describe, expect, it } from "vitest";
import { dayAfter } from "../../../schemas/judgements.js";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const [DATED, OTHER, FAR, TOKEN] = ["dated", "other", "far", "token"].map((name) => `${name}.vaultconn.json`) as [
  string,
  string,
  string,
  string,
];
const LOCK_FILE = "vaultconn.lock.json";
const SECRET = canary("canary-ending-4c1d");
const NEXT = canary("canary-ending-next-88b0");

/** The day some days from now. */
function day(days: number): string {
  return dayAfter(days, Date.now());
}

/** An access token that ends on the fifth day from now. */
const CLAIMS = { exp: Date.parse(`${day(5)}T12:00:00Z`) / 1000, sub: canary("canary-subject-3f7a") };
const PARTS = [{ alg: "HS256" }, CLAIMS].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
const ACCESS = canary(`${PARTS.join(".")}.c2lnbmF0dXJl`);

/** One story: what's pushed in a test is there in the next. */
describe("credentials that end", () => {
  const acme = useService("Acme", { connections: 12 });
  useVsCode(() => {
    for (let index = 0; index < 12; index += 1) acme().connections.change(acme.id(index), { ready: true });
    const file = (index: number, name: string, end: object = {}) =>
      acme.file(index, { ...end, setup: { type: "BEARER", token: `\${secret:${name}}` } });
    return {
      environment: acme.environment(),
      workspace: {
        [DATED]: file(0, "KEY", { expires: day(12) }),
        [OTHER]: file(1, "KEY", { expires: day(-1) }),
        [FAR]: file(2, "KEY", { expires: day(200) }),
        [TOKEN]: file(3, "ACCESS"),
        [LOCK_FILE]: lockText([]),
      },
    };
  });
  /** In the order of their names. */
  const described = async () =>
    (await ui.tree.rows()).flatMap(({ label, description }) =>
      /\bend/.test(description) ? [[label, description]] : [],
    );
  const row = (index: number, words: string) => [acme.nameOf(index), expect.stringContaining(words) as string];

  it("need attention within the days that are set", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await expect.poll(described).toEqual([row(1, "ended yesterday"), row(0, "ends in 12 days")]);
  });

  it("are named after a push as long as the date is the old one", async () => {
    await ui.workbench.storeSecret("KEY", SECRET);
    await ui.notifications.dismissAll();
    await ui.workbench.push(DATED);
    await ui.dialog.press("Push");
    const reminder = /Pushed\. .* is ready\. dated\.vaultconn\.json still says that its credential ends in 12 days\./;
    expect(await ui.notifications.buttons(reminder)).toContain("Change Date…");
    await ui.notifications.press(reminder, "Change Date…");
    await ui.quickInput.waitForStep("When does the credential end?");
    expect((await ui.quickInput.rows()).map(({ label }) => label)).toEqual([
      day(90),
      day(180),
      day(365),
      "Remove the date",
    ]);
    await ui.quickInput.pick(day(365));
    await expect.poll(() => onDisk(DATED)).toContain(`"expires": "${day(365)}"`);
    await expect.poll(described).toEqual([row(1, "ended yesterday")]);
  });

  it("are known by the token that was pushed, of which nothing else is kept", async () => {
    await ui.workbench.storeSecret("ACCESS", ACCESS);
    await ui.notifications.dismissAll();
    await ui.workbench.push(TOKEN);
    await ui.dialog.press("Push");
    await ui.notifications.waitFor(/^Pushed\. .* is ready\.$/);
    await expect.poll(described).toEqual([row(3, "ends in 5 days"), row(1, "ended yesterday")]);
    const lock = await onDisk(LOCK_FILE);
    expect(lock).toContain(`"expires":"${day(5)}"`);
    expect(lock).not.toMatch(/eyJ|canary/);
  });

  it("are named after a rotation, for all files together", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Show Stored Secrets");
    await ui.quickInput.pick("KEY");
    await ui.quickInput.answer("The new value of KEY.", NEXT);
    await ui.notifications.press("New value of KEY", "Push 3 Files…");
    await ui.dialog.press("Push");
    const reminder = "other.vaultconn.json still says that its credential ended yesterday.";
    await ui.notifications.press(reminder, "Change Date…");
    await ui.quickInput.pick("Remove the date");
    await expect.poll(() => onDisk(OTHER)).not.toContain("expires");
    await expect.poll(described).toEqual([row(3, "ends in 5 days")]);
  });

  it("have a tile in the overview, which shows their rows", async () => {
    await ui.workbench.runCommand("Vault Connections: Show Overview");
    const frame = ui.workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
    const tile = frame.locator("button.number", { hasText: "credential ends soon" });
    await expect.poll(() => tile.textContent()).toBe("1 credential ends soon");
    await tile.click();
    await expect.poll(() => ui.tree.message()).toBe("Showing 1 of 12: Acme, credential ends soon");
  });
});
