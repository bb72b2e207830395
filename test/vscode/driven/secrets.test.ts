import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { until, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const FIRST = canary("canary-first-value-7ab1");
const SECOND = canary("canary-second-value-e0c4");
const ABANDONED = canary("canary-abandoned-44d9");
const FILE = "slack.vaultconn.json";
const PLAIN = "plain.vaultconn.json";

/** One story: each test continues with the secrets that the one before has stored. */
describe("secrets that are stored from the palette", () => {
  const acme = useService("Acme", { production: true });
  const session = useVsCode(() => ({
    environment: acme.environment(),
    settings: { "git.enabled": true },
    workspace: {
      [PLAIN]: '{ "setup": { "type": "BEARER", "token": "in plain text" } }\n',
      [FILE]: acme.file(0, { setup: { type: "BEARER", token: "" } }),
    },
  }));

  const bodies = (): string[] =>
    acme()
      .requests.all({ method: "PATCH" })
      .map(({ body }) => body.toString());

  /** Answers both questions of "Store Secret". */
  async function store(name: string, value: string): Promise<void> {
    const { quickInput } = session().workbench;
    await quickInput.waitForStep("The name in setup files");
    await quickInput.submit(name);
    await quickInput.waitForStep("The value.");
    expect(await quickInput.isMasked()).toBe(true);
    await quickInput.submit(value);
  }

  async function listed(): Promise<readonly (readonly [string, string])[]> {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Show Stored Secrets");
    await workbench.quickInput.waitForStep("Choose a secret to replace, rename, or remove");
    const rows = await untilValue(
      "the entries",
      () => workbench.quickInput.rows(),
      ({ length }) => length > 0,
    );
    return rows.map(({ label, description }) => [label, description] as const);
  }

  /** Waits until these are listed, with their uses, which are counted again a moment after a file was saved; leaves the list open. */
  async function lists(...expected: readonly (readonly [string, string])[]): Promise<void> {
    await until(`the list ${JSON.stringify(expected)}`, async () => {
      if (JSON.stringify(await listed()) === JSON.stringify(expected)) return true;
      await session().workbench.quickInput.cancel();
      return false;
    });
  }

  /** Pushes the file up to the second question that production asks. */
  async function pushToProduction(): Promise<void> {
    const { workbench } = session();
    await workbench.push(FILE);
    await workbench.dialog.press("Push");
    await workbench.quickInput.waitForStep("Push to Acme (production)");
  }

  it("keeps nothing when a person leaves half way, and refuses names that no file could use", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    await workbench.runCommand("Vault Connections: Store Secret…");
    await quickInput.waitForStep("The name in setup files");
    await quickInput.submit("not a name");
    await quickInput.waitForStep("Begin the name with a letter or an underscore.");
    await quickInput.submit("abandoned");
    await quickInput.waitForStep("The value.");
    await quickInput.type(ABANDONED);
    await quickInput.cancel();
    await lists(["Store a secret…", ""]);
    await quickInput.cancel();
  });

  it("says how files refer to what was stored, and writes the reference where the cursor is", async () => {
    const { workbench } = session();
    const { editor, notifications } = workbench;
    await workbench.runCommand("Vault Connections: Store Secret…");
    await store("spare", FIRST);
    await notifications.waitFor("The secret is stored. Setup files refer to it as ${secret:spare}.");
    await workbench.openFile(FILE);
    await editor.placeCursorBefore('""');
    await workbench.page.keyboard.press("ArrowRight");
    await workbench.runCommand("Vault Connections: Store Secret…");
    await workbench.quickInput.waitForStep("In use: spare.");
    await store("slack.token", FIRST);
    await editor.waitForText('"${secret:slack.token}"');
    await editor.save();
    expect(await readFile(join(session().workspace, FILE), "utf8")).not.toContain(FIRST);
  });

  it("lists their names and uses, never a value, and replaces one only when a value is given", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    for (const value of [undefined, SECOND]) {
      await lists(
        ["slack.token", "used in 1 file"],
        ["spare", "not used in this workspace"],
        ["Replace several…", ""],
        ["Store a secret…", ""],
      );
      await quickInput.pick("slack.token");
      await quickInput.waitForStep("slack.token");
      await quickInput.waitForRows("Replace value…", "Rename…", "Remove…", FILE);
      await quickInput.pick("Replace value…");
      await quickInput.waitForStep("The new value of slack.token.");
      expect(await quickInput.isMasked()).toBe(true);
      if (value === undefined) await quickInput.cancel();
      else {
        await quickInput.submit(value);
        await workbench.notifications.waitFor("slack.token has a new value. 1 file uses it");
      }
      await pushToProduction();
      await quickInput.pick("Push to production");
      await workbench.notifications.waitFor("Pushed.");
    }
    expect(bodies()).toEqual([FIRST, SECOND].map((token) => JSON.stringify({ setup: { type: "BEARER", token } })));
  });

  it("removes one when that is confirmed, and a push then says what is missing", async () => {
    const { workbench } = session();
    const { quickInput, dialog } = workbench;
    const sent = bodies().length;
    for (const answer of ["Cancel", "Remove"]) {
      expect((await listed()).map(([label]) => label)).toContain("slack.token");
      await quickInput.pick("slack.token");
      await quickInput.pick("Remove…");
      const asked = await dialog.read();
      expect([asked.message, asked.detail]).toEqual([
        "Remove the stored secret slack.token?",
        "1 setup file in this workspace refers to it and can't be pushed until you store it again:\n• slack.vaultconn.json: pushed to Acme",
      ]);
      await dialog.press(answer);
    }
    await writeFile(
      join(session().workspace, "utf-16.vaultconn.json"),
      Buffer.from('\uFEFF{ "name": "${secret:spare}" }\n', "utf16le"),
    );
    await lists(["spare", "used in 1 file"], ["Store a secret…", ""]);
    await quickInput.cancel();
    await workbench.push(FILE);
    const { message } = await workbench.notifications.waitFor("slack.token");
    expect(message).toContain("Nothing was sent.");
    expect(bodies()).toHaveLength(sent);
  });

  it("gives a missing value from where a push misses it, and writes no second reference", async () => {
    const { workbench } = session();
    const { editor, notifications, dialog, quickInput } = workbench;
    const pushed = bodies().length;
    await notifications.press("slack.token", "Store as Secret");
    await store("slack.token", FIRST);
    await notifications.waitFor("The secret is stored. Setup files refer to it as ${secret:slack.token}.");
    expect(await editor.text()).toContain('"token": "${secret:slack.token}"');
    await editor.waitForMarks({ error: 0, warning: 0 });

    await editor.select("${secret:slack.token}");
    await editor.type("${env:SECRETS_TEST_UNSET}");
    await workbench.runCommand("Vault Connections: Push");
    await notifications.press("SECRETS_TEST_UNSET isn't set", "Store as Secret");
    await store("SECRETS_TEST_UNSET", SECOND);
    await editor.waitForText('"token": "${secret:SECRETS_TEST_UNSET}"');
    await notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Push");
    await dialog.press("Push");
    await quickInput.waitForStep("Push to Acme (production)");
    await quickInput.pick("Push to production");
    await notifications.waitFor("Pushed.");
    expect(bodies().slice(pushed)).toEqual([JSON.stringify({ setup: { type: "BEARER", token: SECOND } })]);
  });

  it("only hint at a secret in plain text, and warn of it once Git tracks the file", async () => {
    const { workbench, workspace } = session();
    await workbench.openFile(PLAIN);
    await workbench.editor.waitForMarks({ hint: 1, warning: 0 });
    execFileSync("git", ["init", "--quiet"], { cwd: workspace });
    execFileSync("git", ["add", PLAIN], { cwd: workspace });
    await workbench.editor.waitForMarks({ hint: 0, warning: 1 });
    await workbench.runCommand("View: Close Editor");
  });
});
