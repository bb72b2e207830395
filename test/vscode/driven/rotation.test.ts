import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { until, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const [FIRST, SECOND, THIRD] = ["canary-sheets-1-5d0e", "canary-sheets-2-9a1c", "canary-sheets-3-77fb"].map(canary);
const [OLD_VARIABLE, NEW_VARIABLE] = ["canary-variable-1-20ab", "canary-variable-2-c3d9"].map(canary);
const FILES = 6;
/** From "replace" to "all applied", as a person counts: keys, texts that are typed, clicks. */
const MOST_ACTIONS = 12;

/** One story: the secret keeps the value, and then the name, that the test before has given it. */
describe("a secret that several files use and that gets a new value", () => {
  const acme = useService("Acme", { connections: 230 });
  const id = (index: number): string => acme().connections.idAt(index);
  const fileName = (index: number): string => `sheet-${index}.vaultconn.json`;
  const file = (index: number, token: string): string =>
    `${JSON.stringify({ id: id(index), tenant: new URL(acme().origin).host, setup: { type: "BEARER", token } }, undefined, 2)}\n`;
  const session = useVsCode(() => {
    for (let index = 0; index < 8; index += 1)
      acme().connections.change(id(index), { name: `A sheet ${index}`, ready: true });
    return {
      environment: acme.environment(),
      settings: { "vaultconn.envFile": ".env" },
      workspace: {
        ".env": `WEBHOOK_KEY=${OLD_VARIABLE}\n`,
        [fileName(6)]: file(6, "${env:WEBHOOK_KEY}"),
        [fileName(7)]: file(7, "none of them: $${secret:SHEETS_KEY}"),
        ...Object.fromEntries(
          Array.from({ length: FILES }, (_, index) => [fileName(index), file(index, "${secret:SHEETS_KEY}")]),
        ),
      },
    };
  });
  const tree = () => session().workbench.tree("Connections");
  const tokens = (): (string | undefined)[] =>
    acme()
      .requests.all({ method: "PATCH", applied: true })
      .map(({ body }) => (JSON.parse(body.toString()) as { setup: { token?: string } }).setup.token);

  let actions = 0;
  const act = async (work: () => Promise<unknown>, count = 1): Promise<void> => {
    actions += count;
    await work();
  };

  /** A key, a text and a choice in the palette; two choices; a text and a key. */
  async function replace(value: string | undefined): Promise<void> {
    const { workbench } = session();
    const { quickInput } = workbench;
    actions = 0;
    await act(() => workbench.runCommand("Vault Connections: Show Stored Secrets"), 3);
    await act(() => quickInput.pick("SHEETS_KEY"));
    await act(() => quickInput.pick("Replace its value…"));
    await quickInput.waitForStep("The new value of SHEETS_KEY.");
    expect(await quickInput.isMasked()).toBe(true);
    await act(() => quickInput.submit(value ?? ""), 2);
  }

  async function rowSays(label: string, words: RegExp): Promise<void> {
    await untilValue(
      `the row of ${label}`,
      async () => (await tree().waitForRow(label)).description,
      (description) => words.test(description),
    );
  }

  it("marks each of them at once, and all are applied after one review and few actions", async () => {
    const { workbench } = session();
    const { notifications, quickInput, dialog, editor } = workbench;
    await workbench.openViewContainer("Vault Connections");
    await workbench.runCommand("Vault Connections: Store Secret…");
    await quickInput.waitForStep("The name it has in setup files");
    await quickInput.submit("SHEETS_KEY");
    await quickInput.waitForStep("Its value.");
    await quickInput.submit(FIRST ?? "");
    await notifications.waitFor("Stored.");
    await notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await quickInput.waitForStep("Push changed files");
    await workbench.page.locator(".quick-input-widget [aria-label='Toggle all checkboxes']").first().click();
    await quickInput.accept();
    await dialog.press("Push");
    await notifications.waitFor("8 files pushed.");
    await notifications.dismissAll();
    await workbench.openFile(fileName(0));
    await rowSays("A sheet 0", /^(?!file changed)/);

    await replace(SECOND);
    await notifications.waitFor(
      "SHEETS_KEY is replaced. 6 files use it; the service has the old value until they are pushed.",
    );
    await rowSays("A sheet 0", /^SHEETS_KEY replaced/);
    await rowSays("A sheet 5", /^SHEETS_KEY replaced/);
    await untilValue(
      "the status bar",
      async () => (await workbench.statusItems()).map(({ text }) => text).join(),
      (texts) => texts.includes("SHEETS_KEY was replaced since the last push"),
    );
    await until("the code lens", async () =>
      (await editor.codeLenses()).some((lens) => lens.includes("SHEETS_KEY was replaced since the last push")),
    );
    // By now what is told of one file is told of all.
    expect((await tree().waitForRow("A sheet 7")).description).not.toContain("replaced");
    await workbench.screenshot("rotation-begun");

    const sent = tokens().length;
    await act(() => notifications.press("SHEETS_KEY is replaced", "Push 6 Files…"));
    const review = await dialog.read();
    expect(review.message).toBe("Push 6 files to Acme?");
    await workbench.screenshot("rotation-review");
    await act(() => dialog.press("Push"));
    await notifications.waitFor("SHEETS_KEY: all 6 files that use it are pushed with the new value.");
    expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
    console.log(`From "replace" to "all six applied": ${actions} actions.`);
    expect(tokens().slice(sent)).toEqual(Array.from({ length: FILES }, () => SECOND));
    // The progress goes a moment after the message has come.
    await untilValue(
      "that message, and no other",
      () => notifications.all(),
      (all) =>
        all.length === 1 && all[0]?.message === "SHEETS_KEY: all 6 files that use it are pushed with the new value.",
    );
    await rowSays("A sheet 0", /^(?!SHEETS_KEY)/);
  });

  it("is remembered where that stops half way, also by the next window, and is one entry of the history", async () => {
    const { workbench } = session();
    const { notifications, dialog, editor } = workbench;
    await notifications.dismissAll();
    for (const refused of [2, 4])
      acme().faults.add(
        { kind: "reply", status: 400, body: JSON.stringify({ message: "Not now." }) },
        { operation: "update", id: id(refused) },
      );
    await replace(THIRD);
    await notifications.press("SHEETS_KEY is replaced. 6 files", "Push 6 Files…");
    await dialog.press("Push");
    const half = `SHEETS_KEY is replaced, and 4 of 6 files that use it are pushed. Left: ${fileName(2)}, ${fileName(4)}.`;
    await notifications.waitFor(half);
    await workbench.reload();
    await notifications.waitFor(half);
    expect(await notifications.buttons(half)).toEqual(["Push 2 Files…", "Show Files", "Do Not Ask Again"]);
    await workbench.screenshot("rotation-offered-again");
    await notifications.press(half, "Push 2 Files…");
    await dialog.press("Push");
    await notifications.waitFor("SHEETS_KEY: all 6 files that use it are pushed with the new value.");
    expect(tokens().slice(-2)).toEqual([THIRD, THIRD]);
    await workbench.runCommand("Vault Connections: Show Pushes as Text");
    const text = await untilValue(
      "the history of both rotations",
      () => editor.text(),
      (shown) => shown.split("\n").filter((line) => line.includes("Rotation of SHEETS_KEY")).length === 2,
    );
    expect(text).toMatch(/6 of 6 pushed +Acme +Rotation of SHEETS_KEY/);
    await workbench.screenshot("rotation-history");
  });

  it("is told of a variable in the .env file too, whoever writes it there", async () => {
    const { workbench, workspace } = session();
    const { notifications, dialog } = workbench;
    await notifications.dismissAll();
    await rowSays("A sheet 6", /^(?!WEBHOOK)/);
    await writeFile(join(workspace, ".env"), `WEBHOOK_KEY=${NEW_VARIABLE}\n`);
    await rowSays("A sheet 6", /^WEBHOOK_KEY replaced/);
    await notifications.press(
      "WEBHOOK_KEY is replaced. 1 file uses it; the service has the old value until it is pushed.",
      "Push 1 File…",
    );
    await dialog.press("Push");
    await notifications.waitFor("WEBHOOK_KEY: the file that uses it is pushed with the new value.");
    expect(tokens().at(-1)).toBe(NEW_VARIABLE);
  });

  it("gets another name in the files that use it, and says before it goes which those are and where they were pushed", async () => {
    const { workbench, workspace } = session();
    const { quickInput, dialog } = workbench;
    const choose = async (name: string, entry: string): Promise<void> => {
      await workbench.runCommand("Vault Connections: Show Stored Secrets");
      await quickInput.pick(name);
      await quickInput.pick(entry);
    };
    await choose("SHEETS_KEY", "Rename it…");
    await quickInput.submit("SHEETS_TOKEN");
    const renaming = await dialog.read();
    expect(renaming.message).toBe("Rename the stored secret SHEETS_KEY to SHEETS_TOKEN?");
    expect(renaming.detail).toContain(`• ${fileName(0)}: pushed to Acme`);
    await dialog.press("Rename");
    await untilValue(
      "the new name in the files",
      () => Promise.all([0, 5, 7].map((index) => readFile(join(workspace, fileName(index)), "utf8"))),
      ([first = "", last = "", literal = ""]) =>
        [first, last].every((text) => text.includes("${secret:SHEETS_TOKEN}")) && literal.includes("SHEETS_KEY"),
    );
    await untilValue(
      "its uses in the list",
      async () => {
        await workbench.runCommand("Vault Connections: Show Stored Secrets");
        await quickInput.waitForStep("Choose one to remove or replace it");
        const rows = await quickInput.rows();
        await quickInput.cancel();
        return rows.find(({ label }) => label === "SHEETS_TOKEN")?.description;
      },
      (uses) => uses === "used in 6 files",
    );
    await choose("SHEETS_TOKEN", "Remove it…");
    const { detail } = await dialog.read();
    expect(detail).toContain(
      "6 setup files in this workspace refer to it, and cannot be pushed until it is stored again:",
    );
    expect(detail).toContain(`• ${fileName(5)}: pushed to Acme`);
    await workbench.screenshot("rotation-removing");
    await dialog.press("Remove");
  });
});
