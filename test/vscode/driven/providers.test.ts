import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

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
  const session = useVsCode(async () => {
    programs = await mkdtemp(join(tmpdir(), "providers-"));
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
        [MISSING]: file(1, "none"),
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
  afterAll(() => rm(programs, { recursive: true, force: true }));

  const ran = async (): Promise<number> =>
    (await readFile(join(programs, "ran"), "utf8").catch(() => "")).split("\n").filter(Boolean).length;
  const picture = async (name: string): Promise<void> => {
    const { page } = session().workbench;
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs").waitFor();
      await page.screenshot({ path: `${inject("screenshots")}/provider-${name}-${colorScheme}.png` });
    }
  };
  const untilSlowHasEnded = () =>
    untilValue(
      "the end of the slow program",
      async () => {
        const pid = await readFile(join(programs, "pid"), "utf8").catch(() => "none");
        return (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")) === "";
      },
      (hasEnded) => hasEnded,
    );
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
    await workbench.notifications.press("names the provider evil", "Add Secret Provider…");
    await workbench.quickInput.waitForStep("Add a secret provider");
    await workbench.quickInput.cancel();
    await workbench.notifications.dismissAll();
    expect(await ran()).toBe(0);
  });

  async function add(program: string, name: string, path: string): Promise<void> {
    const { quickInput } = session().workbench;
    await session().workbench.runCommand("Vault Connections: Add Secret Provider…");
    await quickInput.waitForStep("Add a secret provider");
    await quickInput.pick(program);
    await quickInput.waitForStep("The name that setup files use");
    await quickInput.submit(name);
    await quickInput.waitForStep("A path to try");
    await quickInput.submit(path);
  }

  it("is tried before it's added: if nobody is signed in, it says how, and tries again", async () => {
    const { notifications, quickInput, page } = session().workbench;
    await session().workbench.runCommand("Vault Connections: Add Secret Provider…");
    await quickInput.waitForStep("Add a secret provider");
    const [first] = await quickInput.rows();
    expect(first).toMatchObject({ label: "1Password", description: "installed" });
    await picture("presets");
    await quickInput.cancel();
    await add("1Password", "op", "Automation/Sheets/token");
    const refusal = "${op:Automation/Sheets/token} can't be read: you aren't signed in to 1Password. Run op signin";
    await notifications.waitFor(refusal);
    expect(await notifications.buttons(refusal)).toEqual(["Retry", "Add Anyway"]);
    await picture("signed-out");
    await writeFile(join(programs, "signed-in"), "");
    await notifications.press(refusal, "Retry");
    const found = `Found, ${FIRST.length} characters. Setup files refer to it as \${op:Automation/Sheets/token}.`;
    expect(await notifications.waitFor(found)).toMatchObject({ message: found, severity: "info" });
    await picture("found");
    await notifications.dismissAll();
    expect(await page.content()).not.toContain(FIRST);
    expect(await ran()).toBe(2);
  });

  it("is added without a value only on request, and not twice under one name", async () => {
    const { notifications, quickInput } = session().workbench;
    const missing = /\$\{store:no\/such-path\} (can't be read|doesn't exist)/;
    await add("pass", "store", "no/such-path");
    await notifications.waitFor(missing);
    await picture("tried");
    await notifications.press(missing, "Add Anyway");
    await notifications.waitFor(/^Setup files refer to it as \$\{store:no\/such-path\}\.$/);
    await notifications.dismissAll();
    await session().workbench.runCommand("Vault Connections: Add Secret Provider…");
    await quickInput.pick("1Password");
    await quickInput.waitForStep("The name that setup files use");
    await quickInput.submit("store");
    await quickInput.waitForStep("You already have a provider with this name.");
    await quickInput.cancel();
  });

  it("isn't added if its try is canceled, which ends the program", async () => {
    const { notifications, quickInput } = session().workbench;
    await add("1Password", "other", "Automation/Sheets/slow");
    await notifications.waitFor("Trying other");
    await untilValue("the slow program", ran, (count) => count === 3);
    await notifications.press("Trying other", "Cancel");
    await untilSlowHasEnded();
    await notifications.waitUntilGone("Trying other");
    expect(await notifications.all()).toEqual([]);
    await add("1Password", "other", "Automation/Sheets/none");
    await notifications.waitFor("${other:Automation/Sheets/none} doesn't exist in 1Password. Correct the path.");
    await notifications.dismissAll();
    expect(await quickInput.isOpen()).toBe(false);
  });

  it("runs during a push, and not before it's asked", async () => {
    const { workbench } = session();
    const before = await ran();
    await workbench.openFile(FILE);
    expect(await ran()).toBe(before);
    await push();
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed.");
    expect(bodies()).toEqual([JSON.stringify({ setup: { type: "BEARER", token: FIRST } })]);
    expect(await ran()).toBe(before + 1);
    await workbench.notifications.dismissAll();
  });

  it("can be canceled during a push, which ends the program and sends nothing", async () => {
    const { workbench } = session();
    const { notifications } = workbench;
    await rm(join(programs, "pid"));
    await workbench.openFile(SLOW);
    await push();
    await notifications.waitFor("Reading from 1Password. Unlock it if it asks…");
    await picture("reading");
    await untilValue("the program", () => readFile(join(programs, "pid"), "utf8").catch(() => ""), Boolean);
    await notifications.press("Reading from 1Password", "Cancel");
    await untilSlowHasEnded();
    await notifications.waitUntilGone("Reading from 1Password");
    expect(bodies()).toHaveLength(1);
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

  it("has shown no value to another process", async () => {
    expect(await readFile(join(programs, "leaks"), "utf8").catch(() => "")).toBe("");
  });
});
