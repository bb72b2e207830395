import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";

import { describe, expect, it } from "vitest";

import { until } from "../drive/until.js";
import { makeTemporaryFolder } from "../host/processes.js";
import { canary, ui, useService, useVsCode } from "./window.js";

const FIRST = canary("canary-provider-first-51bd");
const SECOND = canary("canary-provider-second-a07e");
const FILE = "sheet.vaultconn.json";
const OTHER = "other.vaultconn.json";
const SLOW = "slow.vaultconn.json";
const PLAIN = "plain.vaultconn.json";
const WRITTEN = "mail-token-in-the-file";

/**
 * Behaves like 1Password's program once there's a file `signed-in`. Notes each run in `ran`, gives `value`, and keeps a new
 * item in `stored`. Notes in `leaks` where another process has a value in its arguments or its environment.
 */
const OP = `#!/usr/bin/env node
const fs = require("fs");
const file = (name) => __dirname + "/" + name;
const fail = (why) => {
  console.error("[ERROR] 2026/01/01 00:00:00 " + why);
  process.exit(1);
};
const textOf = (path) => {
  try {
    return fs.readFileSync(path, "utf8");
  } catch {
    return "";
  }
};
const ofProcesses = () =>
  fs.readdirSync("/proc").flatMap((pid) => [textOf("/proc/" + pid + "/cmdline"), textOf("/proc/" + pid + "/environ")]);
fs.appendFileSync(file("ran"), process.argv.slice(2).join(" ") + "\\n");
const values = [textOf(file("value")), "${WRITTEN}"];
for (const text of ofProcesses()) if (values.some((value) => text.includes(value))) fs.appendFileSync(file("leaks"), text);
const stored = file("stored");
if (!fs.existsSync(file("signed-in"))) fail("You are not currently signed in. Please run op signin --help for instructions");
else if (process.argv.includes("op://Automation/Sheets/none"))
  fail('could not read secret: "none" isn\\'t a field in the "Sheets" item');
else if (process.argv.includes("op://Automation/Sheets/slow")) {
  fs.writeFileSync(file("pid"), String(process.pid));
  setInterval(() => {}, 1000);
} else if (process.argv[2] === "item") {
  fs.writeFileSync(stored, JSON.parse(fs.readFileSync(0, "utf8")).fields[0].value);
} else if (process.argv.includes("op://Automation/Mail/token")) {
  if (fs.existsSync(stored)) process.stdout.write(fs.readFileSync(stored, "utf8"));
  else fail('could not read secret: "Mail" isn\\'t an item in the "Automation" vault');
} else process.stdout.write(textOf(file("value")));
`;

/** One story: each test continues with the provider that the one before has added. */
describe("a secret provider", () => {
  const acme = useService("Acme");
  let programs = "";
  useVsCode(async () => {
    programs = await makeTemporaryFolder("providers");
    await writeFile(join(programs, "op"), OP);
    await chmod(join(programs, "op"), 0o755);
    await writeFile(join(programs, "value"), FIRST);
    const file = (index: number, path: string) =>
      acme.file(index, { setup: { type: "BEARER", token: `\${op:Automation/Sheets/${path}}` } });
    return {
      environment: {
        ...acme.environment(),
        PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}`,
        // As if started in a terminal, so that no login shell sets another PATH.
        VSCODE_CLI: "1",
      },
      settings: { "workbench.editor.useModal": "off" },
      workspace: {
        [FILE]: file(0, "token"),
        [SLOW]: file(4, "slow"),
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

  const ran = async (): Promise<number> =>
    (await readFile(join(programs, "ran"), "utf8").catch(() => "")).split("\n").filter(Boolean).length;
  const untilSlowRuns = () =>
    until("the slow program", async () => (await readFile(join(programs, "pid"), "utf8").catch(() => "")) !== "");
  const untilSlowHasEnded = () =>
    until("the end of the slow program", async () => {
      const pid = await readFile(join(programs, "pid"), "utf8").catch(() => "none");
      return (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")) === "";
    });

  it("doesn't run if only the workspace defines it", async () => {
    await ui.workbench.push(OTHER);
    await ui.notifications.waitFor("names the provider evil, which isn't defined on this computer");
    await ui.notifications.press("names the provider evil", "Add Secret Provider…");
    await ui.quickInput.leave("Add a secret provider");
    await ui.notifications.dismissAll();
    expect(await ran()).toBe(0);
  });

  async function add(program: string, name: string, path: string): Promise<void> {
    await ui.workbench.runCommand("Vault Connections: Add Secret Provider…");
    await ui.quickInput.waitForStep("Add a secret provider");
    expect((await ui.quickInput.rows())[0]).toMatchObject({ label: "1Password", description: "installed" });
    await ui.quickInput.pick(program);
    await ui.quickInput.answer("The name that setup files use", name);
    await ui.quickInput.answer("A path to try", path);
  }

  it("is tried before it's added, with advice if nobody is signed in", async () => {
    await add("1Password", "op", "Automation/Sheets/token");
    const refusal = "${op:Automation/Sheets/token} can't be read: you aren't signed in to 1Password. Run op signin";
    await ui.notifications.waitFor(refusal);
    expect(await ui.notifications.buttons(refusal)).toEqual(["Retry", "Add Anyway"]);
    await writeFile(join(programs, "signed-in"), "");
    await ui.notifications.press(refusal, "Retry");
    const found = `Found, ${FIRST.length} characters. Setup files refer to it as \${op:Automation/Sheets/token}.`;
    expect(await ui.notifications.waitFor(found)).toMatchObject({ message: found, severity: "info" });
    await ui.notifications.dismissAll();
    expect(await ui.workbench.page.content()).not.toContain(FIRST);
    expect(await ran()).toBe(2);
  });

  it("is added without a value only on request, and once", async () => {
    const missing = /\$\{store:no\/such-path\} (can't be read|doesn't exist)/;
    await add("pass", "store", "no/such-path");
    await ui.notifications.waitFor(missing);
    await ui.notifications.press(missing, "Add Anyway");
    await ui.notifications.waitFor(/^Setup files refer to it as \$\{store:no\/such-path\}\.$/);
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Add Secret Provider…");
    await ui.quickInput.pick("1Password");
    await ui.quickInput.answer("The name that setup files use", "store");
    await ui.quickInput.leave("You already have a provider with this name.");
  });

  it("isn't added if its trial is canceled, which ends the program", async () => {
    await add("1Password", "other", "Automation/Sheets/slow");
    await ui.notifications.waitFor("Trying other");
    await untilSlowRuns();
    expect(await ran()).toBe(3);
    await ui.notifications.press("Trying other", "Cancel");
    await untilSlowHasEnded();
    await ui.notifications.waitUntilGone("Trying other");
    expect(await ui.notifications.all()).toEqual([]);
    await add("1Password", "other", "Automation/Sheets/none");
    await ui.notifications.waitFor("${other:Automation/Sheets/none} doesn't exist in 1Password. Correct the path.");
    await ui.notifications.dismissAll();
    expect(await ui.quickInput.isOpen()).toBe(false);
  });

  it("runs during a push, after the confirmation", async () => {
    const before = await ran();
    await ui.workbench.openFile(FILE);
    expect(await ran()).toBe(before);
    await ui.workbench.runCommand("Vault Connections: Push");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed.");
    expect(acme.bodies()).toEqual([JSON.stringify({ setup: { type: "BEARER", token: FIRST } })]);
    expect(await ran()).toBe(before + 1);
  });

  it("can be canceled during a push, and then sends nothing", async () => {
    await rm(join(programs, "pid"));
    await ui.workbench.push(SLOW);
    await ui.notifications.waitFor("Reading from 1Password. Unlock it if it asks…");
    await untilSlowRuns();
    await ui.notifications.press("Reading from 1Password", "Cancel");
    await untilSlowHasEnded();
    await ui.notifications.waitUntilGone("Reading from 1Password");
    expect(acme.bodies()).toHaveLength(1);
  });

  it("shows which files to push if a value was replaced", async () => {
    await ui.workbench.openFile(FILE);
    await writeFile(join(programs, "value"), SECOND);
    const before = await ran();
    await ui.workbench.runCommand("Vault Connections: Compare Values");
    await ui.notifications.waitFor("New value of op:Automation/Sheets/token. Files that use it: 1.");
    expect(await ran()).toBe(before + 1);
    await ui.editor.waitForLenses(/changed since the last push/);
    await ui.notifications.dismissAll();
  });

  it("stores a file's value once its command is confirmed", async () => {
    await ui.workbench.openFile(PLAIN);
    await ui.editor.placeCursorBefore(WRITTEN);
    await ui.editor.applyQuickFix("Move to a secret provider…");
    await ui.quickInput.choose("Move to a secret provider", "1Password");
    await ui.quickInput.waitForStep("A new path in 1Password");
    expect(await ui.quickInput.value()).toBe(`Automation/${PLAIN.replace(".vaultconn.json", "")}/token`);
    await ui.quickInput.submit("Automation/Mail/token");
    const question = await ui.dialog.read();
    expect(question.message).toBe("Store the value in 1Password?");
    expect(question.detail).toContain("item create --vault=Automation - and gives it the value ••••••");
    expect(question.detail).not.toContain(WRITTEN);
    await ui.dialog.press("Store");
    await ui.editor.waitForText('"${op:Automation/Mail/token}"');
    expect(await readFile(join(programs, "stored"), "utf8")).toBe(WRITTEN);
    expect(await readFile(join(programs, "ran"), "utf8")).not.toContain(WRITTEN);
  });

  it("shows no value to another process", async () => {
    expect(await readFile(join(programs, "leaks"), "utf8").catch(() => "")).toBe("");
  });
});
