import { execFileSync } from "node:child_process";
import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const FIRST = canary("canary-first-value-7ab1");
const SECOND = canary("canary-second-value-e0c4");
const ABANDONED = canary("canary-abandoned-44d9");
const FILE = "slack.vaultconn.json";
const PLAIN = "plain.vaultconn.json";

/** One story: each test continues with the secrets that the one before has stored. */
describe("stored secrets", () => {
  const acme = useService("Acme", { production: true });
  useVsCode(() => ({
    environment: acme.environment(),
    settings: { "git.enabled": true },
    workspace: {
      [PLAIN]: '{ "setup": { "type": "BEARER", "token": "in plain text" } }\n',
      [FILE]: acme.file(0, { setup: { type: "BEARER", token: "" } }),
    },
  }));

  /** Answers both questions of "Store Secret". */
  async function store(name: string, value: string): Promise<void> {
    await ui.quickInput.answer("The name in setup files", name);
    await ui.quickInput.waitForStep("The value.");
    expect(await ui.quickInput.isMasked()).toBe(true);
    await ui.quickInput.submit(value);
  }

  /** Waits until these are listed, with their uses, which are counted again a moment after a file was saved. */
  const lists = (...expected: readonly (readonly [string, string])[]) =>
    expect.poll(() => ui.workbench.storedSecrets()).toEqual(expected);

  async function choose(name: string, entry: string): Promise<void> {
    await ui.workbench.runCommand("Vault Connections: Show Stored Secrets");
    await ui.quickInput.waitForStep("Choose a secret to");
    await ui.quickInput.pressRowButton(name, "Remove or Show");
    await ui.quickInput.waitForRows("Remove…", FILE);
    await ui.quickInput.pick(entry);
  }

  /** Says yes to a push, and once more because the tenant is a production one. */
  async function agree(): Promise<void> {
    await ui.dialog.press("Push");
    await ui.quickInput.answer("Push to Acme (production)", acme.nameOf(0));
    await ui.notifications.waitFor("Pushed.");
  }

  it("aren't stored on Escape, or under an unusable name", async () => {
    await ui.workbench.runCommand("Vault Connections: Store Secret…");
    await ui.quickInput.answer("The name in setup files", "not a name");
    await ui.quickInput.answer("Begin the name with a letter or an underscore.", "abandoned");
    await ui.quickInput.waitForStep("The value.");
    await ui.quickInput.type(ABANDONED);
    await ui.quickInput.cancel();
    await lists(["Store a secret…", ""]);
  });

  it("are inserted as a reference at the cursor if it's in a value", async () => {
    await ui.workbench.openFile(FILE);
    await ui.workbench.runCommand("Vault Connections: Store Secret…");
    await store("spare", `Authorization: Bearer ${FIRST}`);
    await ui.notifications.waitFor(
      "The secret is stored (only the token in the text). Setup files refer to it as ${secret:spare}.",
    );
    expect(await ui.editor.isDirty()).toBe(false);
    await ui.editor.placeCursorBefore('""');
    await ui.workbench.page.keyboard.press("ArrowRight");
    await ui.workbench.runCommand("Vault Connections: Store Secret…");
    await ui.quickInput.waitForStep("In use: spare.");
    await store("slack.token", FIRST);
    await ui.editor.waitForText('"${secret:slack.token}"');
    await ui.editor.save();
    expect(await onDisk(FILE)).not.toContain(FIRST);
  });

  it("are listed, removed after a confirmation, and then missing in a push", async () => {
    await lists(
      ["slack.token", "used in 1 file"],
      ["spare", "not used in this workspace"],
      ["Replace several…", ""],
      ["Store a secret…", ""],
    );
    await ui.workbench.push(FILE);
    await agree();
    expect(acme.bodies()).toEqual([JSON.stringify({ setup: { type: "BEARER", token: FIRST } })]);
    for (const answer of ["Cancel", "Remove"]) {
      await choose("slack.token", "Remove…");
      const asked = await ui.dialog.read();
      expect([asked.message, asked.detail]).toEqual([
        "Remove the stored secret slack.token?",
        "Setup files in this workspace that refer to it can't be pushed until you store it again:\n• slack.vaultconn.json: pushed to Acme",
      ]);
      await ui.dialog.press(answer);
    }
    await writeFile(
      join(ui.session.workspace, "utf-16.vaultconn.json"),
      Buffer.from('\uFEFF{ "name": "${secret:spare}" }\n', "utf16le"),
    );
    await lists(["slack.token", "used in 1 file · not stored"], ["spare", "used in 1 file"], ["Store a secret…", ""]);
    await ui.workbench.push(FILE);
    const { message } = await ui.notifications.waitFor("slack.token");
    expect(message).toContain("Nothing was sent.");
    expect(acme.bodies()).toHaveLength(1);
  });

  it("can be stored from the push that needs them, which then goes on", async () => {
    const pushed = acme.bodies().length;
    await ui.notifications.press("slack.token", "Store as Secret");
    await ui.quickInput.answer("Store a value for ${secret:slack.token}", FIRST);
    await ui.dialog.cancel();
    await ui.notifications.waitFor("The secret is stored. Setup files refer to it as ${secret:slack.token}.");
    expect(await ui.editor.text()).toContain('"token": "${secret:slack.token}"');
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0, warning: 0 });

    await ui.editor.select("${secret:slack.token}");
    await ui.editor.type("${env:SECRETS_TEST_UNSET}");
    await ui.workbench.runCommand("Vault Connections: Push");
    await ui.notifications.press("SECRETS_TEST_UNSET isn't set", "Store as Secret");
    await ui.quickInput.answer("Store a value for ${secret:SECRETS_TEST_UNSET}", SECOND);
    await agree();
    expect(await ui.editor.text()).toContain('"token": "${secret:SECRETS_TEST_UNSET}"');
    expect(acme.bodies().slice(pushed)).toEqual([JSON.stringify({ setup: { type: "BEARER", token: SECOND } })]);
  });

  it("are asked for one after the other if a push needs several", async () => {
    const setup = { type: "API_KEY", api_key: "${secret:PAIR_A}", secret_key: "${secret:PAIR_B}" };
    await writeFile(join(ui.session.workspace, "pair.vaultconn.json"), acme.file(0, { setup }));
    const pushed = acme.bodies().length;
    await ui.workbench.push("pair.vaultconn.json");
    await ui.notifications.press("PAIR_A", "Store as Secret");
    await ui.quickInput.answer("Store a value for ${secret:PAIR_A}", FIRST);
    await ui.quickInput.answer("Store a value for ${secret:PAIR_B}", SECOND);
    await agree();
    const sent = { type: "API_KEY", api_key: FIRST, secret_key: SECOND };
    expect(acme.bodies().slice(pushed)).toEqual([JSON.stringify({ setup: sent })]);
    await ui.workbench.runCommand("View: Close Editor");
  });

  it("are found by their value, where it was pushed and where it is now", async () => {
    await ui.workbench.runCommand("Vault Connections: Find a Value…");
    await ui.quickInput.waitForStep("such as a leaked key");
    expect(await ui.quickInput.isMasked()).toBe(true);
    await ui.quickInput.submit("found-nowhere-91c0");
    await ui.notifications.waitFor("Not found among what was pushed from here, and what can be read now.");
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Find a Value…");
    await ui.quickInput.answer("such as a leaked key", FIRST);
    await ui.quickInput.waitForStep("Open a setup file.");
    const rows = await ui.quickInput.rows();
    expect(rows.map(({ label, description, detail }) => [label, description, detail])).toEqual([
      [
        acme.nameOf(0),
        "Acme (production)",
        "pair.vaultconn.json · last pushed with it · holds it in setup.api_key · ${secret:PAIR_A}",
      ],
      ["utf-16.vaultconn.json", "Acme (production)", "utf-16.vaultconn.json · holds it in name · ${secret:spare}"],
    ]);
    await ui.quickInput.pressRowButton(acme.nameOf(0), "Replace Secret PAIR_A…");
    await ui.quickInput.leave("Store a value for ${secret:PAIR_A}");
  });

  it("are found in comments and other forms, and files that can't be searched are named", async () => {
    const token = "eyJ.leaked.4f0d";
    const commented = acme.file(1, { setup: { type: "BEARER", token: "" } }).replace("{", `{\n  // Was ${token}.`);
    const encoded = acme.file(2, { setup: { type: "BEARER", token: Buffer.from(token).toString("base64") } });
    const files = {
      "commented.vaultconn.json": commented,
      "encoded.vaultconn.json": encoded,
      "broken.vaultconn.json": '{ "setup": { "type": \n',
      "latin-1.vaultconn.json": Buffer.from('{ "name": "M\u00FCller" }', "latin1"),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(ui.session.workspace, name), text);
    const unclear = ["broken.vaultconn.json", "latin-1.vaultconn.json"];
    for (const pasted of [token, `KEY=${token}`, `curl -H 'Authorization: Bearer ${token}' https://a.example`]) {
      await ui.workbench.runCommand("Vault Connections: Find a Value…");
      await ui.quickInput.answer("such as a leaked key", pasted);
      await ui.quickInput.waitForStep("Open a setup file.");
      await ui.quickInput.waitForStep(`Not completely searched: ${unclear.join(", ")}, so it may be there, too.`);
      expect((await ui.quickInput.rows()).map(({ label, detail }) => [label, detail])).toEqual([
        [acme.id(1), "commented.vaultconn.json · holds it in line 2"],
        [acme.id(2), "encoded.vaultconn.json · holds it in setup.token"],
        ["broken.vaultconn.json", expect.stringMatching(/^Line 1, column 20: .+ \(syntax\)$/)],
        ["latin-1.vaultconn.json", expect.stringContaining("it's neither UTF-8 nor UTF-16")],
      ]);
      await ui.quickInput.cancel();
    }
    await ui.workbench.runCommand("Vault Connections: Find a Value…");
    await ui.quickInput.answer("such as a leaked key", "found-nowhere-91c0");
    await ui.notifications.press("Not completely searched: broken.vaultconn.json", "Show Files");
    await ui.quickInput.pick("broken.vaultconn.json");
    await ui.editor.waitForTab("broken.vaultconn.json");
    await ui.workbench.runCommand("View: Close Editor");
    await Promise.all(unclear.map((name) => unlink(join(ui.session.workspace, name))));
  });

  it("are suggested for plain text, with a warning in Git", async () => {
    await ui.workbench.openFile(PLAIN);
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ hint: 1, warning: 0 });
    execFileSync("git", ["init", "--quiet"], { cwd: ui.session.workspace });
    execFileSync("git", ["add", PLAIN], { cwd: ui.session.workspace });
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ hint: 0, warning: 1 });
    await ui.workbench.runCommand("View: Close Editor");
  });
});
