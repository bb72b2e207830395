import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, inject, it } from "vitest";

import { untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const FIRST = canary("canary-provider-first-51bd");
const SECOND = canary("canary-provider-second-a07e");
const FILE = "sheet.vaultconn.json";
const OTHER = "other.vaultconn.json";
const MISSING = "missing.vaultconn.json";
const PLAIN = "plain.vaultconn.json";
const WRITTEN = "mail-token-in-the-file";

/** Behaves like 1Password's program. Notes each run in `ran`, gives `value`, and keeps a new item in `stored`. */
const OP = `#!/usr/bin/env node
const fs = require("fs");
fs.appendFileSync(__dirname + "/ran", process.argv.slice(2).join(" ") + "\\n");
if (process.argv.includes("op://Automation/Sheets/none")) {
  console.error('[ERROR] 2026/01/01 00:00:00 could not read secret: "none" isn\\'t a field in the "Sheets" item');
  process.exit(1);
}
const stored = __dirname + "/stored";
if (process.argv[2] === "item") {
  fs.writeFileSync(stored, JSON.parse(fs.readFileSync(0, "utf8")).fields[0].value);
} else if (process.argv.includes("op://Automation/Mail/token")) {
  if (fs.existsSync(stored)) process.stdout.write(fs.readFileSync(stored, "utf8"));
  else {
    console.error('[ERROR] 2026/01/01 00:00:00 could not read secret: "Mail" isn\\'t an item in the "Automation" vault');
    process.exit(1);
  }
} else process.stdout.write(fs.readFileSync(__dirname + "/value", "utf8"));
`;

/** One story: each test continues with the provider that the one before has added. */
describe("a secret provider", () => {
  const acme = useService("Acme");
  let programs = "";
  const session = useVsCode(async () => {
    programs = await mkdtemp(join(tmpdir(), "providers-"));
    await writeFile(join(programs, "op"), OP);
    await chmod(join(programs, "op"), 0o755);
    await writeFile(join(programs, "value"), FIRST);
    const file = (index: number, path: string) =>
      acme.file(index, { setup: { type: "BEARER", token: `\${op:Automation/Sheets/${path}}` } });
    return {
      environment: acme.environment(),
      settings: {
        "workbench.editor.useModal": "off",
        "vaultconn.secretProviders": {
          op: { command: [join(programs, "op"), "read", "--no-newline", "op://${path}"] },
        },
      },
      workspace: {
        [FILE]: file(0, "token"),
        [MISSING]: file(1, "none"),
        [PLAIN]: acme.file(3, { setup: { type: "BEARER", token: WRITTEN } }),
        [OTHER]: acme.file(2, { setup: { type: "BEARER", token: "${evil:a}" } }),
        // A workspace defines nothing.
        ".vscode/settings.json": JSON.stringify({
          "vaultconn.secretProviders": {
            op: { command: ["touch", "${path}"] },
            evil: { command: ["touch", "${path}"] },
          },
        }),
      },
    };
  });
  afterAll(() => rm(programs, { recursive: true, force: true }));

  const ran = async (): Promise<number> =>
    (await readFile(join(programs, "ran"), "utf8").catch(() => "")).split("\n").filter(Boolean).length;
  const picture = (name: string) =>
    session().workbench.page.screenshot({ path: `${inject("screenshots")}/provider-${name}.png` });
  const bodies = (): string[] =>
    acme()
      .requests.all({ method: "PATCH" })
      .map(({ body }) => body.toString());

  async function push(): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Push");
  }

  it("that only the workspace defines doesn't run, and the push says how to add it", async () => {
    const { workbench } = session();
    await workbench.openFile(OTHER);
    await push();
    await workbench.notifications.waitFor("names the provider evil, which isn't defined on this computer");
    await picture("undefined");
    await workbench.notifications.dismissAll();
    expect(await ran()).toBe(0);
  });

  it("is tried before it's added, which says why it has no value", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    await workbench.runCommand("Vault Connections: Add Secret Provider…");
    await quickInput.waitForStep("Add a secret provider");
    await quickInput.pick("pass");
    await quickInput.waitForStep("The name that setup files use");
    await quickInput.submit("store");
    await quickInput.waitForStep("A path to try");
    await quickInput.submit("no/such-path");
    await workbench.notifications.waitFor(/\$\{store:no\/such-path\} (can't be read|doesn't exist)/);
    await picture("tried");
    await workbench.notifications.dismissAll();
  });

  it("runs during a push, and not before it's asked", async () => {
    const { workbench } = session();
    await workbench.openFile(FILE);
    expect(await ran()).toBe(0);
    await push();
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed.");
    expect(bodies()).toEqual([JSON.stringify({ setup: { type: "BEARER", token: FIRST } })]);
    expect(await ran()).toBe(1);
    await workbench.notifications.dismissAll();
  });

  it("that has no such path stops the push, which says so", async () => {
    const { workbench } = session();
    await workbench.openFile(MISSING);
    await push();
    await workbench.notifications.waitFor("${op:Automation/Sheets/none} doesn't exist in 1Password. Correct the path.");
    await picture("missing");
    await workbench.notifications.dismissAll();
    expect(bodies()).toHaveLength(1);
  });

  it("that has another value shows which files to push, once values are compared", async () => {
    const { workbench } = session();
    await workbench.openFile(FILE);
    await writeFile(join(programs, "value"), SECOND);
    const before = await ran();
    await workbench.runCommand("Vault Connections: Compare Values");
    await workbench.notifications.waitFor("op:Automation/Sheets/token has a new value. 1 file uses it");
    await picture("replaced");
    expect(await ran()).toBe(before + 1);
    await untilValue(
      "the lens",
      () => workbench.editor.codeLenses(),
      (lenses) => lenses.some((text) => text.includes("changed since the last push")),
    );
    await workbench.notifications.dismissAll();
  });

  it("stores a value that stands in a file, once its command is confirmed", async () => {
    const { workbench } = session();
    const { quickInput, editor } = workbench;
    await workbench.openFile(PLAIN);
    await editor.placeCursorBefore(WRITTEN);
    await workbench.assistance.applyQuickFix("Move to a secret provider…");
    await quickInput.pick("1Password");
    await quickInput.waitForStep("A new path in 1Password");
    await quickInput.submit("Automation/Mail/token");
    const question = await workbench.dialog.read();
    expect(question.message).toBe("Store the value in 1Password?");
    expect(question.detail).toContain("item create --vault=Automation - and gives it the value ••••••");
    expect(question.detail).not.toContain(WRITTEN);
    await picture("store");
    await workbench.dialog.press("Store");
    await editor.waitForText('"${op:Automation/Mail/token}"');
    expect(await readFile(join(programs, "stored"), "utf8")).toBe(WRITTEN);
    expect(await readFile(join(programs, "ran"), "utf8")).not.toContain(WRITTEN);
  });
});
