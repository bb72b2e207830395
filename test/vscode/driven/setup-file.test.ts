import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { readText } from "../drive/dom.js";
import { TIMEOUT_MS, untilDone, untilStays, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const SECRET = canary("canary-setup-2f80");
const TAKEN = "{\n  // Somebody's notes.\n}\n";
const WITHOUT_ID = `{\n  // Kept as it is.\n  "setup": { "type": "BEARER", "token": "${SECRET}" }\n}\n`;

/** Names that try to leave the folder, to be an icon, a command or markup, and to reorder the text around them. */
const UPWARDS = "../../../etc/passwd";
const MARKUP = "🧨 $(zap) [Push](command:vaultconn.push) **bold** <b>b</b>";
const REORDERED = "pay\u202Elatot\u2066\nsecond line";

/** The same as they are shown: without invisible characters and line breaks, and with nothing that makes a link. */
const MARKUP_SHOWN = "🧨 $(zap) [Push] (command:vaultconn.push) **bold** <b>b</b>";
const REORDERED_SHOWN = "pay latot second line";

/** One story: the files that a test makes and the connections it remembers are there in the next. */
describe("setup files", () => {
  const service = useService("Acme");
  const session = useVsCode(() => ({
    environment: service.environment(),
    workspace: {
      "slack-release-notes.vaultconn.json": TAKEN,
      "without-id.vaultconn.json": WITHOUT_ID,
      "twilio.vaultconn.json": JSON.stringify({ id: idOf(9), name: "Twilio" }),
    },
  }));
  const idOf = (index: number): string => service().connections.idAt(index);
  beforeAll(() => {
    [UPWARDS, MARKUP, REORDERED].forEach((name, index) => service().connections.change(idOf(index + 4), { name }));
  });

  const tree = () => session().workbench.tree("Connections");
  const patches = (): readonly RecordedRequest[] => service().requests.all({ method: "PATCH" });
  const onDisk = (name: string): Promise<string> => readFile(join(session().workspace, name), "utf8");

  /** Waits until the rows know of a connection's file: VS Code draws them again then, and what is called on a row in the meantime comes without it. */
  const waitForFileOf = (label: string): Promise<void> => tree().waitForAction(label, "Open Setup File");

  /** The connections to choose from: as many as are drawn. */
  const choices = () =>
    untilValue(
      "the connections",
      () => session().workbench.quickInput.rows(),
      (rows) => rows.length > 5,
    );

  it("shows names that pretend to be something else as plain text", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    await tree().waitForRow(MARKUP_SHOWN);
    await waitForFileOf("Twilio on-call alerts");
    const labels = (await tree().rows()).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining([UPWARDS, MARKUP_SHOWN, REORDERED_SHOWN]));
    const tooltip = await untilValue(
      "the tooltip",
      () => tree().tooltip(MARKUP_SHOWN),
      (text) => text.includes(idOf(5)),
    );
    expect(tooltip).toContain(MARKUP_SHOWN);
    expect(await workbench.page.locator(".monaco-hover a, .monaco-hover b").count()).toBe(0);

    await workbench.runCommand("Vault Connections: Create Setup File…");
    await workbench.quickInput.waitForStep("Create a setup file for which connection?");
    const rows = await choices();
    expect(rows.map(({ label }) => label)).toEqual(expect.arrayContaining([UPWARDS, MARKUP_SHOWN, REORDERED_SHOWN]));
    await workbench.quickInput.cancel();
  });

  it("creates a file inside the workspace, whatever the connection is called, with the cursor in the first value", async () => {
    const { workbench } = session();
    await tree().inlineAction(UPWARDS, "Create Setup File…");
    await workbench.quickInput.waitForStep("authenticate?");
    await workbench.quickInput.type("base_url");
    await workbench.quickInput.pick("API key with base URL");
    await workbench.editor.waitForTab("etc-passwd.vaultconn.json");
    // The tab is there before its text and the cursor in it.
    await untilValue(
      "the cursor in a value",
      () => workbench.editor.position(),
      (position) => position !== "" && position !== "Ln 1, Col 1",
    );
    await workbench.editor.type(SECRET);
    await workbench.editor.waitForText(SECRET);
    await workbench.editor.save();
    await waitForFileOf(UPWARDS);
    const text = await onDisk("etc-passwd.vaultconn.json");
    expect(text).toContain(`"id": "${idOf(4)}",\n  "tenant": "${new URL(service().origin).host}",\n`);
    expect(text).toMatch(new RegExp(`"type": "API_KEY",\\s+"api_key": "${SECRET}",\\s+"base_url": ""`));
  });

  it("never writes over a file that is there", async () => {
    const { workbench } = session();
    await tree().chooseFromMenu("Slack release notes", "Create Setup File…");
    await workbench.quickInput.waitForStep("authenticate?");
    await workbench.quickInput.type("WEBHOOK");
    await workbench.quickInput.pick("Webhook");
    await workbench.editor.waitForTab("slack-release-notes-2.vaultconn.json");
    expect(await onDisk("slack-release-notes.vaultconn.json")).toBe(TAKEN);
    expect(await onDisk("slack-release-notes-2.vaultconn.json")).toContain(idOf(2));
    await waitForFileOf("Slack release notes");
    await untilValue(
      "the menu of a row with a file",
      () => tree().menuEntries("Slack release notes"),
      (entries) => !entries.includes("Create Setup File…"),
    );
  });

  it("creates nothing when the choice of the variant is escaped", async () => {
    const { quickInput } = session().workbench;
    const before = await readdir(session().workspace);
    await tree().chooseFromMenu("Billing webhook", "Create Setup File…");
    await quickInput.waitForStep("authenticate?");
    await quickInput.cancel();
    // What the first would have created is there before the second asks.
    await tree().chooseFromMenu("Billing webhook", "Create Setup File…");
    await quickInput.waitForStep("authenticate?");
    expect(await readdir(session().workspace)).toEqual(before);
    await quickInput.cancel();
  });

  it("asks for the connection a file does not name, and writes it into the file", async () => {
    const { workbench } = session();
    const { quickInput, dialog } = workbench;
    await workbench.push("without-id.vaultconn.json");
    await quickInput.waitForStep("Push without-id.vaultconn.json to which connection?");
    await quickInput.type("zap");
    // At once, perhaps before the list is filtered: a row means what it showed.
    await quickInput.pick(MARKUP_SHOWN);
    expect(await dialog.read()).toMatchObject({
      message: "Write the connection to without-id.vaultconn.json?",
      primary: "Write to File",
    });
    await dialog.press("Write to File");
    const review = await untilValue(
      "the review",
      () => dialog.read(),
      ({ message }) => /^Push “.+” to Acme\?$/.test(message),
    );
    expect(review.detail.replaceAll("\n", " ")).toContain(`${MARKUP_SHOWN} (${idOf(5)})`);
    expect(
      await workbench.page.locator(".monaco-dialog-box .dialog-message-container a:not(.monaco-text-button)").count(),
    ).toBe(0);
    expect(await onDisk("without-id.vaultconn.json")).toBe(
      WITHOUT_ID.replace("{\n", `{\n  "id": "${idOf(5)}",\n  "tenant": "${new URL(service().origin).host}",\n`),
    );
    await dialog.press("Push");
    const { message } = await workbench.notifications.waitFor("Pushed.");
    expect(message).toBe(`Pushed. ${MARKUP_SHOWN} is ready.`);
    expect(await workbench.notifications.links("Pushed.")).toBe(0);
    const lenses = workbench.page.locator(".codelens-decoration").first();
    const shown = await untilValue(
      "the lenses after the push",
      () => readText(lenses),
      (text) => text.includes("in sync"),
    );
    expect(shown.replaceAll("\u00a0", " ")).toContain(`Push to Acme · ${MARKUP_SHOWN}`);
    expect(patches().map(({ id }) => id)).toEqual([idOf(5)]);
  });

  it("asks where a file without a place is to stand, and pushes it from there", async () => {
    const { workbench } = session();
    const { editor, quickInput, dialog } = workbench;
    await workbench.notifications.dismissAll();
    await workbench.runCommand("File: New Untitled Text File");
    await editor.waitForTab("Untitled-1");
    await workbench.editor.waitForFocus(TIMEOUT_MS);
    await workbench.runCommand("Change Language Mode");
    await quickInput.waitForStep("Select Language Mode");
    await quickInput.type("Vault Connection");
    await quickInput.pick("Vault Connection");
    const text = JSON.stringify({ id: idOf(9), tenant: new URL(service().origin).host, name: "From nowhere" });
    await untilValue(
      "the text",
      async () => (await editor.replaceAll(text), editor.text()),
      (shown) => shown.includes("nowhere"),
    );
    await workbench.runCommand("Vault Connections: Push");
    // The dialog replaces what stands in it once it has looked at the folder.
    await untilValue(
      "the folder that is offered",
      async () => ((await quickInput.isOpen()) ? quickInput.value() : ""),
      (value) => value.startsWith(session().workspace),
    );
    const place = join(session().workspace, "from-nowhere.vaultconn.json");
    await untilDone("the place", async (patience) => {
      await quickInput.type(place, patience);
      await untilStays("it", () => quickInput.value(), place, patience);
    });
    await quickInput.accept();
    expect((await dialog.read()).detail).toContain("name: “From nowhere”");
    await dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. From nowhere is ready.");
    expect(await onDisk("from-nowhere.vaultconn.json")).toBe(text);
  });
});
