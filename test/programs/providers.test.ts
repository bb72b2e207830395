import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionOf, presets } from "../../client/core/providers/presets.js";
import { readValue, type ProviderContext } from "../../client/core/providers/readValue.js";
import { storeCommand, storeValue } from "../../client/core/providers/store.js";
import { providerNamed, resultOf } from "../unit/providers/fakePrograms.js";

const VALUE = "$(v) 'x' \"y\" ☃";

/** Opens a keyring without a password, prints the address of its bus, and ends with its standard input. */
const SESSION =
  "echo | gnome-keyring-daemon --unlock --components=secrets >/dev/null; echo $DBUS_SESSION_BUS_ADDRESS; cat";

let home = "";
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "providers-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

function preset(name: string) {
  const found = presets.find((each) => each.name === name);
  return providerNamed(name, found ? definitionOf(found) : {});
}

describe("pass, with gpg", () => {
  let context: ProviderContext;
  const pass = preset("pass");
  beforeAll(() => {
    const env = { ...process.env, HOME: home, GNUPGHOME: home, PASSWORD_STORE_DIR: path.join(home, "store") };
    context = { env, home, workspaceFolders: [] };
    const parameters = ["--batch", "--pinentry-mode", "loopback", "--passphrase", ""];
    const key = ["--quick-generate-key", "test@example.com", "default", "default", "never"];
    execFileSync("gpg", [...parameters, ...key], { env, stdio: "ignore" });
    execFileSync("pass", ["init", "test@example.com"], { env, stdio: "ignore" });
  });
  afterAll(() => {
    spawnSync("gpgconf", ["--kill", "all"], { env: context.env });
  });

  it("stores a new value through standard input, gives it back, and leaves one that exists alone", async () => {
    const name = "pass:salesforce/api key";
    expect(storeCommand(pass, name)).toEqual(["pass", "insert", "--multiline", "salesforce/api key"]);
    expect(await storeValue(pass, name, VALUE, context)).toEqual({ ok: true, value: VALUE });
    expect(resultOf(await readValue(pass, name, context))).toBe(VALUE);
    expect(await storeValue(pass, name, "other", context)).toBe("taken");
    expect(resultOf(await readValue(pass, name, context))).toBe(VALUE);
  });

  it("tells what doesn't exist from what it won't read", async () => {
    expect(resultOf(await readValue(pass, "pass:no/such", context))).toBe("<missing>");
    expect(resultOf(await readValue(pass, "pass:../../x", context))).toBe("<denied>");
    const empty = { ...context, env: { ...context.env, PASSWORD_STORE_DIR: path.join(home, "none") } };
    expect(resultOf(await readValue(pass, "pass:a", empty))).not.toMatch(/^[^<]/);
  });
});

describe("secret-tool, with a keyring", () => {
  let bus: ChildProcess;
  let context: ProviderContext;
  const provider = preset("libsecret");
  beforeAll(async () => {
    const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home };
    const session = spawn("dbus-run-session", ["--", "sh", "-c", SESSION], { env, stdio: ["pipe", "pipe", "ignore"] });
    bus = session;
    const [address] = (await once(session.stdout, "data")) as [Buffer];
    const variables = { ...env, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() };
    context = { env: variables, home, workspaceFolders: [] };
  });
  afterAll(async () => {
    bus.stdin?.end();
    await once(bus, "exit");
  });

  it("gives what is stored, and tells what isn't", async () => {
    const store = ["store", "--label=test", "service", "salesforce eu"];
    execFileSync("secret-tool", store, { env: context.env, input: VALUE });
    expect(resultOf(await readValue(provider, "libsecret:salesforce eu", context))).toBe(VALUE);
    expect(resultOf(await readValue(provider, "libsecret:none", context))).toBe("<missing>");
  });

  it("isn't signed in without a session's keyring", async () => {
    const env = { ...context.env, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, XDG_RUNTIME_DIR: "/none" };
    expect(resultOf(await readValue(provider, "libsecret:salesforce eu", { ...context, env }))).toBe("<signed-out>");
  });
});
