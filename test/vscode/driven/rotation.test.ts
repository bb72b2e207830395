import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { until } from "../drive/until.js";
import { canary, ui, useService, useVsCode } from "./window.js";

const [FIRST, SECOND, THIRD] = ["canary-sheets-1-5d0e", "canary-sheets-2-9a1c", "canary-sheets-3-77fb"].map(canary);
const NEEDED = canary("canary-needed-5c0d");
const [OLD_VARIABLE, NEW_VARIABLE] = ["canary-variable-1-20ab", "canary-variable-2-c3d9"].map(canary);
const [OLD_A, OLD_B, NEW_A, NEW_B] = ["a-1-71ce", "b-1-02fd", "a-2-9d44", "b-2-e6a8"].map((name) =>
  canary(`canary-several-${name}`),
);
const [OLD_FILE, NEW_FILE] = ["canary-several-file-1-3f10", "canary-several-file-2-b7c5"].map(canary);
/** The files that use several secrets, and one that uses a file. */
const SEVERAL = ["a-0", "a-1", "b-0", "f-0"].map((name) => `${name}.vaultconn.json`);

const FILES = 6;
/** From "replace" to "all applied", as a user counts: keys, texts that are typed, clicks. */
const MOST_ACTIONS = 8;

/** One story: what a test has stored and pushed is there in the next. */
describe("secrets with new values", () => {
  const acme = useService("Acme", { connections: 230 });
  const fileName = (index: number): string => `sheet-${index}.vaultconn.json`;
  const file = (index: number, token: string): string => acme.file(index, { setup: { type: "BEARER", token } });
  useVsCode(() => {
    for (let index = 0; index < 8; index += 1)
      acme().connections.change(acme.id(index), { name: `A sheet ${index}`, ready: true });
    const references = ["${secret:KEY_A}", "${secret:KEY_A}", "${secret:KEY_B}", "${file:key.txt}"];
    const several = Object.fromEntries(
      references.map((token, index) => [SEVERAL[index], file(8 + index, token)]),
    ) as Record<string, string>;
    return {
      environment: acme.environment(),
      settings: { "vaultconn.envFile": "${workspaceRoot}\\.env" },
      workspace: {
        ".env": `WEBHOOK_KEY=${OLD_VARIABLE}\n`,
        "key.txt": OLD_FILE ?? "",
        ...several,
        [fileName(6)]: file(6, "${env:WEBHOOK_KEY}"),
        [fileName(7)]: file(7, "none of them: $${secret:SHEETS_KEY}"),
        ...Object.fromEntries(
          Array.from({ length: FILES }, (_, index) => [fileName(index), file(index, "${secret:SHEETS_KEY}")]),
        ),
      },
    };
  });
  const tokens = (): (string | undefined)[] =>
    acme()
      .requests.all({ method: "PATCH", applied: true })
      .map(({ body }) => (JSON.parse(body.toString()) as { setup: { token?: string } }).setup.token);

  let actions = 0;
  const act = async (work: () => Promise<unknown>, count = 1): Promise<void> => {
    actions += count;
    await work();
  };

  /** A key, a text and a choice in the palette; a choice; a text and a key. */
  async function replace(value: string | undefined): Promise<void> {
    actions = 0;
    await act(() => ui.workbench.runCommand("Vault Connections: Show Stored Secrets"), 3);
    await act(() => ui.quickInput.pick("SHEETS_KEY"));
    await ui.quickInput.waitForStep("The new value of SHEETS_KEY.");
    expect(await ui.quickInput.isMasked()).toBe(true);
    await act(() => ui.quickInput.submit(value ?? ""), 2);
  }

  async function store(name: string, value = ""): Promise<void> {
    await ui.workbench.storeSecret(name, value);
    await ui.notifications.waitFor("The secret is stored.");
    await ui.notifications.dismissAll();
  }

  /** The files that the Explorer marks as to be pushed. @throws {Error} as long as it doesn't show all of them */
  async function marked(): Promise<readonly string[]> {
    // The badge is drawn by a style alone.
    const rows = await ui.workbench.page.evaluate<{ name: string; isMarked: boolean }[]>(
      `[...document.querySelectorAll(".explorer-folders-view .monaco-list-row")].map((row) => ({
        name: row.textContent.trim(),
        isMarked: [...row.querySelectorAll("*")].some((part) => getComputedStyle(part, "::after").content.includes("↑")),
      }))`,
    );
    if (!SEVERAL.every((file) => rows.some(({ name }) => name === file))) throw new Error("Some rows are missing.");
    return rows.filter(({ isMarked }) => isMarked).map(({ name }) => name);
  }

  beforeAll(async () => {
    await store("SHEETS_KEY", FIRST);
    await store("KEY_A", OLD_A);
    await store("KEY_B", OLD_B);
    await ui.workbench.runCommand("Vault Connections: Push Changed Files…");
    await ui.quickInput.waitForStep("Push changed files");
    await ui.quickInput.toggleAll();
    await ui.quickInput.accept();
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("12 files pushed.");
    await ui.notifications.dismissAll();
  });

  it("are pushed with one review from the list of secrets", async () => {
    await ui.workbench.openViewContainer("Explorer");
    await expect.poll(marked).toEqual([]);

    await ui.workbench.runCommand("Vault Connections: Show Stored Secrets");
    await ui.quickInput.pick("Replace several…");
    await ui.quickInput.waitForStep("Select the secrets to replace");
    await ui.quickInput.toggle("KEY_A");
    await ui.quickInput.toggle("KEY_B");
    await ui.quickInput.accept();
    await ui.quickInput.answer("The new value of KEY_A.", NEW_A ?? "");
    await ui.quickInput.answer("The new value of KEY_B.", NEW_B ?? "");
    const told = await ui.notifications.waitFor(
      /^New value of KEY_. and KEY_.\. Files that use it: 3\. The service has the old value/,
    );
    expect(told.message).toContain("KEY_A");
    expect(told.message).toContain("KEY_B");
    await expect.poll(marked).toEqual(SEVERAL.slice(0, 3));
    await ui.notifications.dismissAll();

    const before = tokens().length;
    await ui.workbench.runCommand("Vault Connections: Push Changed Files…");
    await ui.quickInput.waitForStep("Push changed files");
    const rows = await ui.quickInput.rows();
    expect(rows.map(({ label }) => label)).toEqual(SEVERAL.slice(0, 3));
    await ui.quickInput.cancel();
    await ui.workbench.runCommand("Vault Connections: Show Stored Secrets");
    await ui.quickInput.pick("Push files with old values…");
    expect((await ui.dialog.read()).message).toBe("Push 3 files to Acme?");
    await ui.dialog.press("Push");
    await until("three updates", () => tokens().length === before + 3);
    expect(tokens().slice(before).sort()).toEqual([NEW_A, NEW_A, NEW_B].sort());
    await expect.poll(marked).toEqual([]);
    await ui.notifications.waitFor(/^New value of KEY_A and KEY_B\. Pushed files: 3 of 3\./);
  });

  it("may be in a file, whose change is noticed", async () => {
    await ui.notifications.dismissAll();
    await writeFile(join(ui.session.workspace, "key.txt"), NEW_FILE ?? "");
    await ui.notifications.press(/New value of .*key\.txt.*\. Files that use it: 1\./, "Push 1 File…");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor(/key\.txt.*\. Pushed files: 1 of 1\./);
    expect(tokens().at(-1)).toBe(NEW_FILE);
  });

  it("mark all their files, and are applied after one review", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.workbench.openFile(fileName(0));
    await ui.tree.waitForDescription("A sheet 0", /^(?!.*unpushed changes)/);

    await replace(SECOND);
    await ui.notifications.waitFor(
      "New value of SHEETS_KEY. Files that use it: 6. The service has the old value until you push them.",
    );
    await ui.tree.waitForDescription("A sheet 0", / · SHEETS_KEY changed/);
    await ui.tree.waitForDescription("A sheet 5", / · SHEETS_KEY changed/);
    await ui.workbench.waitForStatus("SHEETS_KEY changed since the last push");
    await ui.editor.waitForLenses(/SHEETS_KEY changed since the last push/);
    // By now, what's reported of one file is reported of all.
    expect((await ui.tree.waitForRow("A sheet 7")).description).not.toContain("changed");

    const sent = tokens().length;
    await act(() => ui.notifications.press("New value of SHEETS_KEY", "Push 6 Files…"));
    const review = await ui.dialog.read();
    expect(review.message).toBe("Push 6 files to Acme?");
    await act(() => ui.dialog.press("Push"));
    await expect
      .poll(() => ui.notifications.all())
      .toMatchObject([{ message: "New value of SHEETS_KEY. Pushed files: 6 of 6." }]);
    expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
    expect(tokens().slice(sent)).toEqual(Array.from({ length: FILES }, () => SECOND));
    await ui.tree.waitForDescription("A sheet 0", /^(?!.*SHEETS_KEY)/);
  });

  it("are remembered in the next window if that stops halfway", async () => {
    await ui.notifications.dismissAll();
    for (const refused of [2, 4])
      acme().faults.add(
        { kind: "reply", status: 400, body: JSON.stringify({ message: "Not now." }) },
        { operation: "update", id: acme.id(refused) },
      );
    await replace(THIRD);
    await ui.notifications.press("New value of SHEETS_KEY. Files that use it: 6.", "Push 6 Files…");
    await ui.dialog.press("Push");
    const half = `New value of SHEETS_KEY. Pushed files: 4 of 6. Remaining: ${fileName(2)}, ${fileName(4)}.`;
    await ui.notifications.waitFor(half);
    await ui.workbench.reload();
    await ui.notifications.waitFor(half);
    expect(await ui.notifications.buttons(half)).toEqual(["Push 2 Files…", "Show Files", "Don't Ask Again"]);
    await ui.notifications.press(half, "Push 2 Files…");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("New value of SHEETS_KEY. Pushed files: 6 of 6.");
    expect(tokens().slice(-2)).toEqual([THIRD, THIRD]);
    await ui.workbench.pushes.openSection();
    await ui.workbench.pushes.waitForTooltip("A sheet 4", "Rotation of SHEETS_KEY");
  });

  it("may be variables in the .env file", async () => {
    await ui.notifications.dismissAll();
    await ui.tree.waitForDescription("A sheet 6", /^(?!.*WEBHOOK)/);
    await writeFile(join(ui.session.workspace, ".env"), `WEBHOOK_KEY=${NEW_VARIABLE}\n`);
    await ui.tree.waitForDescription("A sheet 6", / · WEBHOOK_KEY changed/);
    await ui.notifications.press(
      "New value of WEBHOOK_KEY. Files that use it: 1. The service has the old value until you push them.",
      "Push 1 File…",
    );
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("New value of WEBHOOK_KEY. Pushed files: 1 of 1.");
    expect(tokens().at(-1)).toBe(NEW_VARIABLE);
  });

  // What else is unclear is compared in `test/http/cli/sign-in.test.ts`.
  it("aren't sent if a line of the .env file is unclear", async () => {
    await ui.notifications.dismissAll();
    await writeFile(join(ui.session.workspace, ".env"), "A=1\nWEBHOOK_KEY=abc#def\n");
    const before = acme().requests.all().length;
    await ui.workbench.push(fileName(6));
    const why = "WEBHOOK_KEY can't be read from ${workspaceRoot}\\.env. Programs read the value in line 2 differently.";
    expect((await ui.notifications.waitFor(why)).message).toContain("Nothing was sent.");
    expect(acme().requests.all().slice(before)).toEqual([]);
  });

  it("are listed while files need them, to be stored one after the other", async () => {
    const needs = ["NEW_A", "NEW_B"];
    const text = JSON.stringify({ name: needs.map((name) => `\${secret:${name}}`).join(" ") });
    await writeFile(join(ui.session.workspace, "needs.vaultconn.json"), text);
    const listed = async () => (await ui.workbench.storedSecrets()).filter(([name]) => needs.includes(name));
    await expect.poll(listed).toEqual(needs.map((name) => [name, "used in 1 file · not stored"]));
    await ui.workbench.runCommand("Vault Connections: Show Stored Secrets");
    for (const name of needs) {
      await ui.quickInput.waitForStep("Choose a secret to store or replace its value");
      await ui.quickInput.pick(name);
      await ui.quickInput.answer(`Store a value for \${secret:${name}}`, NEEDED);
    }
    await ui.notifications.waitFor("The secret is stored. Setup files refer to it as ${secret:NEW_B}.");
    expect(await listed()).toEqual(needs.map((name) => [name, "used in 1 file"]));
  });
});
