import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionOf, presets } from "../../client/core/providers/presets.js";
import { readValue, type ProviderContext } from "../../client/core/providers/readValue.js";
import { providerNamed, resultOf } from "../unit/providers/fakePrograms.js";

/** Opens a keyring without a password, prints the address of its bus, and ends with its standard input. */
const SESSION =
  "echo | gnome-keyring-daemon --unlock --components=secrets >/dev/null; echo $DBUS_SESSION_BUS_ADDRESS; cat";

describe("secret-tool, with a keyring", () => {
  let home = "";
  let bus: ChildProcess;
  let context: ProviderContext;
  const preset = presets.find(({ name }) => name === "libsecret");
  const provider = providerNamed("libsecret", preset ? definitionOf(preset) : {});
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), "keyring-"));
    const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home };
    const session = spawn("dbus-run-session", ["--", "sh", "-c", SESSION], { env, stdio: ["pipe", "pipe", "ignore"] });
    bus = session;
    const [address] = (await once(session.stdout, "data")) as [Buffer];
    context = {
      env: { ...env, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() },
      home,
      workspaceFolders: [],
    };
  });
  afterAll(async () => {
    bus.stdin?.end();
    await once(bus, "exit");
    await rm(home, { recursive: true, force: true });
  });

  it("gives what is stored, and tells what isn't", async () => {
    const value = "$(v) 'x' \"y\" ☃";
    execFileSync("secret-tool", ["store", "--label=test", "service", "salesforce eu"], {
      env: context.env,
      input: value,
    });
    expect(resultOf(await readValue(provider, "libsecret:salesforce eu", context))).toBe(value);
    expect(resultOf(await readValue(provider, "libsecret:none", context))).toBe("<missing>");
  });

  it("isn't signed in without a session's keyring", async () => {
    const env = { ...context.env, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, XDG_RUNTIME_DIR: "/none" };
    expect(resultOf(await readValue(provider, "libsecret:salesforce eu", { ...context, env }))).toBe("<signed-out>");
  });
});
