import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startAgent } from "../../http/cli/process.js";
import { TreeView } from "../drive/tree-view.js";
import { ui, useService, useVsCode } from "./window.js";

const STATE = mkdtempSync(join(tmpdir(), "vaultconn-state-"));
/** Imitates the product, in all ways that a row or a tooltip might take for more than text. */
const HOSTILE =
  "Vault Connections: approved” · in sync\n\n$(check) [Push now](command:vaultconn.push) \u202e**safe** token=Zq7xW2pLk9";
const SHOWN =
  "an agent asks for a review: “Vault Connections: approved’ · in sync $(check) [Push now] (command:vaultconn.push) **safe** [redacted]”";

/** One story: the agent runs outside of the window, and only a person decides. */
describe("reviews that agents ask for", () => {
  const acme = useService("Acme", { connections: 6 });
  const names = ["salesforce", "billing"] as const;
  const fileOf = (name: string): string => `${name}.vaultconn.json`;
  useVsCode(() => {
    for (const [at, name] of names.entries()) acme().connections.change(acme.id(at), { name, ready: true });
    return {
      environment: { ...acme.environment(), VAULTCONN_STATE: STATE },
      workspace: Object.fromEntries(names.map((name, at) => [fileOf(name), acme.file(at, { name: `${name} EU` })])),
    };
  });
  afterAll(() => {
    rmSync(STATE, { recursive: true });
  });

  const attention = (): TreeView => new TreeView(ui.workbench.page, "Connections", 0);
  /** The agent, in a process of its own. */
  async function agent() {
    const { baseUrl, accessToken } = acme();
    const environment = () => ({
      VAULTCONN_STATE: STATE,
      VAULTCONN_TENANT: `Acme=${baseUrl}`,
      VAULTCONN_ACCESS_TOKEN: accessToken,
    });
    const { call } = await startAgent({ root: ui.session.workspace, environment }, ["--allow-list"]);
    return {
      ask: (name: string, reason: string) => call("request_review", { paths: [fileOf(name)], reason }),
      review: async (name: string): Promise<unknown> => {
        const { files } = await call("plan", { paths: [fileOf(name)] });
        return (files as readonly { readonly review: unknown }[])[0]?.review;
      },
    };
  }
  /** The rows under Needs attention, by label. */
  const requested = async () => {
    const rows = await attention().rows();
    const end = rows.findIndex(({ label }) => label === "Acme");
    return rows.slice(1, end).map(({ label, description }) => [label, description]);
  };

  it("appear as the agent's words, and open and send nothing", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await attention().waitForRow("Acme");
    const { ask, review } = await agent();
    await ask("salesforce", HOSTILE);
    await expect.poll(requested).toEqual([["salesforce", SHOWN]]);
    await ask("billing", "Adds the EU region.");
    await expect.poll(async () => (await requested()).map(([label]) => label)).toEqual(["billing", "salesforce"]);
    const [, , row] = await attention().rows();
    expect(row?.spoken).toContain(`salesforce.vaultconn.json, ${SHOWN}`);
    expect((await attention().waitForTooltip("salesforce", "an agent asks")).replaceAll("\u00a0", " ")).toBe(
      `salesforce.vaultconn.json\nSALESFORCE\n${SHOWN}`,
    );
    expect(await attention().row("salesforce").locator(".label-description :is(a, .codicon)").count()).toBe(0);
    expect(await review("salesforce")).toBe("waiting");
    expect([await ui.notifications.all(), await ui.dialog.isOpen(), await ui.quickInput.isOpen()]).toEqual([
      [],
      false,
      false,
    ]);
    expect(await ui.editor.group.locator(".tab").count()).toBe(0);
    expect(acme.patches()).toEqual([]);
  });

  it("go after the same review as any push", async () => {
    const { review } = await agent();
    await attention().inlineAction("salesforce", "Review");
    const { message, detail } = await ui.dialog.read();
    expect(message).toContain("Push");
    expect(detail).not.toContain("approved");
    await ui.dialog.cancel();
    expect(await review("salesforce")).toBe("waiting");
    // By the keyboard: the menu of the focused row.
    await attention().click("salesforce");
    await attention().chooseFromMenu("salesforce", "Review");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor(/^Pushed\. “salesforce EU”/);
    await expect.poll(() => review("salesforce")).toBe("pushed");
    await expect.poll(async () => (await requested()).map(([label]) => label)).toEqual(["billing"]);
    expect(acme.bodies()).toEqual(['{"name":"salesforce EU"}']);
  });

  it("go if a person dismisses them, and can't be repeated before the file changes", async () => {
    const { ask, review } = await agent();
    await attention().inlineAction("billing", "Dismiss");
    await expect.poll(() => review("billing")).toBe("dismissed");
    expect(await ask("billing", "Now, please.")).toMatchObject({ files: [{ review: "dismissed" }] });
    await expect.poll(requested).toEqual([]);
    writeFileSync(join(ui.session.workspace, fileOf("billing")), acme.file(1, { name: "billing US" }));
    await ask("billing", "It's changed.");
    await attention().waitForDescription("billing", /“It’s changed\.”$/);
  });

  it("go if the file changes", async () => {
    const { review } = await agent();
    writeFileSync(join(ui.session.workspace, fileOf("billing")), acme.file(1, { name: "swapped" }));
    await expect.poll(requested).toEqual([]);
    expect(await review("billing")).toBe("changed");
    expect(acme.patches()).toHaveLength(1);
  });
});
