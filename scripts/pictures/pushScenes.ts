import { join } from "node:path";

import { ROOT } from "../folders.js";
import { untilDone } from "../../test/vscode/drive/until.js";
import { FILE, open, SECRET, SETUP, setupFile, store } from "./scenes.js";
import type { Scene, Stage } from "./take.js";

/** Setup files of the first connections, each with the secret of the story. */
const SEVERAL = Object.fromEntries(
  ["ac_SYi5gR27R32pB1qiVGpG", "ac_IzscoTXR5ifZj7AOhaC5", "ac_ZebvV6Sv0peOTrRqhH6p", "ac_zsBg4v33zOVpYmIF0mAw"]
    .concat(["ac_P5lSd3Idi8ZE45NSv0Y0", "ac_qJLECuCTBWBBhH3CUg7Z", "ac_GWuzlNJEOGlS0SwLlFXU"])
    .map((id, at) => [at === 0 ? FILE : `connection-${at}.vaultconn.json`, setupFile(SETUP, { id })]),
);

/** Presses Push in the review that is open, and waits until everything is pushed. */
async function push({ workbench }: Stage): Promise<void> {
  await workbench.dialog.press("Push");
  await workbench.notifications.waitFor(/pushed/i);
  await workbench.notifications.dismissAll();
}

/** Opens the review of all files of the workspace. */
async function reviewAll(stage: Stage): Promise<void> {
  const { workbench } = stage;
  await store(stage);
  await open(stage);
  await workbench.runCommand("Vault Connections: Push Changed Files…");
  await workbench.quickInput.waitForStep("Push changed files");
  await workbench.quickInput.toggleAll();
  await workbench.quickInput.accept();
  await workbench.dialog.read();
}

/** The pictures of what happens around a push. */
export const PUSH_SCENES: readonly Scene[] = [
  {
    // The light bulb on a value that's still in the file.
    picture: "docs/images/move-to-secret-storage",
    window: { width: 860, height: 460 },
    workspace: { [FILE]: setupFile({ ...SETUP, api_key: "not-a-real-key" }) },
    play: async (stage) => {
      const { workbench, page } = stage;
      await open(stage);
      await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
      await workbench.editor.placeCursorBefore("not-a-real-key");
      const fixes = page.locator(".action-widget .monaco-list-row.action");
      await untilDone("the quick fixes", async (timeout) => {
        await page.keyboard.press("ControlOrMeta+Period");
        await fixes.first().waitFor({ timeout });
      });
    },
  },
  {
    // One review for seven files.
    picture: "docs/images/review-many",
    window: { width: 900, height: 560 },
    workspace: SEVERAL,
    play: reviewAll,
  },
  {
    // What a user can do after a secret has a new value.
    picture: "docs/images/replaced-secret",
    window: { width: 1000, height: 460 },
    workspace: SEVERAL,
    play: async (stage) => {
      const { workbench } = stage;
      await reviewAll(stage);
      await push(stage);
      await workbench.runCommand("Vault Connections: Show Stored Secrets");
      await workbench.quickInput.pick(SECRET);
      await workbench.quickInput.waitForStep("The new value of");
      await workbench.quickInput.submit("another-one");
      await workbench.editor.waitForLenses(/changed since the last push/);
      await workbench.notifications.waitFor("New value of");
    },
  },
  {
    // The pushes of a day.
    picture: "docs/images/pushes",
    window: { width: 900, height: 620 },
    workspace: SEVERAL,
    play: async (stage) => {
      const { workbench } = stage;
      await reviewAll(stage);
      await push(stage);
      await workbench.pushes.openSection();
      await workbench.pushes.waitForRow("Today");
      await workbench.editor.waitForLenses(/in sync/);
    },
  },
  {
    // Someone has changed the connection after the push.
    picture: "docs/images/changed-on-service",
    window: { width: 1000, height: 460 },
    workspace: { [FILE]: setupFile() },
    play: async (stage) => {
      const { workbench, service } = stage;
      await store(stage);
      await open(stage);
      await workbench.runCommand("Vault Connections: Push");
      await push(stage);
      service.connections.change("ac_SYi5gR27R32pB1qiVGpG", { name: "Salesforce EU (old)" });
      await workbench.runCommand("Vault Connections: Refresh");
      await workbench.tree.waitForRow("Salesforce EU (old)");
      await workbench.openFile(FILE);
      await workbench.editor.waitForLenses(/changed on the service/);
    },
  },
  {
    // The plan in a terminal.
    picture: "docs/images/plan",
    window: { width: 1440, height: 460 },
    workspace: { [FILE]: setupFile() },
    play: async (stage) => {
      await runInTerminal(stage, "vaultconn plan");
      await stage.page.locator(".xterm-rows", { hasText: "1 to update" }).waitFor();
    },
    // Below this there is nothing.
    part: { x: 56, y: 36, width: 1384, height: 140 },
  },
  {
    // The comment of a pull request, as VS Code shows its Markdown.
    picture: "docs/images/pull-request-comment",
    theme: "light",
    window: { width: 1320, height: 460 },
    workspace: { [FILE]: setupFile(), "plan.md": "" },
    play: async (stage) => {
      const { workbench, page } = stage;
      await runInTerminal(stage, "vaultconn plan --format markdown > plan.md");
      await workbench.runCommand("View: Toggle Panel Visibility");
      await workbench.openFile("plan.md");
      await workbench.editor.waitForText("1 to update");
      await workbench.runCommand("Markdown: Open Preview");
      const preview = page.frameLocator("iframe.webview").frameLocator("iframe");
      await preview.locator("table").waitFor();
    },
    // Below this there is nothing.
    part: { x: 56, y: 36, width: 1264, height: 220 },
  },
];

/** Runs a command in VS Code's terminal, with what it needs for the tenant, and waits until it has ended. */
async function runInTerminal({ workbench, page, service }: Stage, command: string): Promise<void> {
  const variables = {
    PS1: "$ ",
    VAULTCONN_TENANT: "Acme=acme.example.com",
    VAULTCONN_ACCESS_TOKEN: await service.token(),
    [`VAULTCONN_SECRET_${SECRET}`]: "not-a-real-key",
  };
  const set = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  await workbench.runCommand("Terminal: Create New Terminal");
  await page.locator(".terminal-wrapper.active .xterm-helper-textarea").waitFor({ state: "attached" });
  // Before anything is printed, since a terminal is empty for a moment when its size changes.
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.runCommand("View: Toggle Maximized Panel");
  await workbench.runCommand("Terminal: Focus Terminal");
  const prompt = page.locator(".xterm-rows > div").filter({ hasText: /^\$\s*$/ });
  await page.keyboard.type(
    `export ${set.join(" ")}; vaultconn() { "${process.execPath}" "${join(ROOT, "dist/cli.js")}" "$@"; }; clear\n`,
  );
  await prompt.waitFor();
  await page.keyboard.type(command);
  await prompt.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await prompt.waitFor();
}
