import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Provider } from "../../client/core/secrets/providers/definitions.js";
import type { ProviderReading } from "../../client/core/secrets/providers/faults.js";
import { createProviderReader } from "../../client/core/secrets/providers/reader.js";
import { readValue, type ProviderContext } from "../../client/core/secrets/providers/readValue.js";
import { storeCommand, storeValue } from "../../client/core/secrets/providers/storeValue.js";
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

describe("pass, with gpg", () => {
  let context: ProviderContext;
  const pass = providerNamed("pass");
  beforeAll(() => {
    const env = { ...process.env, HOME: home, GNUPGHOME: home, PASSWORD_STORE_DIR: path.join(home, "store") };
    context = { env, home, workspaceFolders: [] };
    const parameters = ["--batch", "--pinentry-mode", "loopback", "--passphrase", ""];
    const key = ["--quick-generate-key", "test@example.com", "future-default", "default", "never"];
    execFileSync("gpg", [...parameters, ...key], { env, stdio: "ignore" });
    execFileSync("pass", ["init", "test@example.com"], { env, stdio: "ignore" });
  });
  afterAll(() => {
    spawnSync("gpgconf", ["--kill", "all"], { env: context.env });
  });

  it("stores a new value through standard input, reads it, and doesn't overwrite one", async () => {
    const name = "pass:salesforce/api key";
    expect(storeCommand(pass, name)).toEqual(["pass", "insert", "--multiline", "salesforce/api key"]);
    expect(await storeValue(pass, name, VALUE, context)).toEqual({ ok: true, value: VALUE });
    expect(resultOf(await readValue(pass, name, context))).toBe(VALUE);
    expect(await storeValue(pass, name, "other", context)).toBe("taken");
    expect(resultOf(await readValue(pass, name, context))).toBe(VALUE);
  });

  it("distinguishes what doesn't exist from what it won't read", async () => {
    expect(resultOf(await readValue(pass, "pass:no/timeout-key", context))).toBe("<missing>");
    expect(resultOf(await readValue(pass, "pass:../../x", context))).toBe("<bad-path>");
    const empty = { ...context, env: { ...context.env, PASSWORD_STORE_DIR: path.join(home, "none") } };
    expect(resultOf(await readValue(pass, "pass:a", empty))).not.toMatch(/^[^<]/);
  });

  it("reads an entry's first line, all of it only if asked, and never a folder", async () => {
    const pem = "-----BEGIN KEY-----\nx\n-----END KEY-----";
    for (const [name, input] of [
      ["folder/entry", "first\nuser: x\n"],
      ["folder/pem", pem],
    ] as const)
      execFileSync("pass", ["insert", "--multiline", name], {
        env: context.env,
        input,
        stdio: ["pipe", "ignore", "inherit"],
      });
    await mkdir(path.join(home, "store", "empty"));
    const whole = providerNamed("pass", { command: ["pass", "show", "${path}"], output: "text" });
    const read = async (provider: Provider, target: string) =>
      resultOf(await readValue(provider, `pass:${target}`, context));
    expect(await read(pass, "folder/entry")).toBe("first");
    expect(await read(pass, "folder/pem")).toBe("<lines>");
    expect(await read(whole, "folder/entry")).toBe("first\nuser: x");
    expect(await read(whole, "folder/pem")).toBe(pem);
    for (const provider of [pass, whole])
      for (const target of ["folder", "folder/", "empty", "."])
        expect(await read(provider, target), target).toMatch(/^<(?:folder|bad-path)>$/);
    expect(resultOf((await storeValue(pass, "pass:new", pem, context)) as ProviderReading)).toBe("<lines>");
    expect(await read(pass, "new")).toBe("<missing>");
  });

  it("is reported as locked if the key is, and asks once", async () => {
    const locked = path.join(home, "locked");
    await mkdir(locked, { mode: 0o700 });
    const env = { ...context.env, GNUPGHOME: locked, PASSWORD_STORE_DIR: path.join(locked, "store") };
    const program = path.join(home, "pinentry");
    const asked = path.join(home, "asked");
    await writeFile(
      program,
      `#!/bin/sh\necho OK\nwhile read l; do case "$l" in GETPIN*) echo x >> "${asked}"; echo "ERR 83886179 Operation cancelled";; *) echo OK;; esac; done\n`,
      { mode: 0o755 },
    );
    await writeFile(path.join(locked, "gpg-agent.conf"), `pinentry-program ${program}\n`);
    const key = [
      "--passphrase",
      "x",
      "--quick-generate-key",
      "locked@example.com",
      "future-default",
      "default",
      "never",
    ];
    execFileSync("gpg", ["--batch", "--pinentry-mode", "loopback", ...key], { env, stdio: "ignore" });
    execFileSync("pass", ["init", "locked@example.com"], { env, stdio: "ignore" });
    for (const name of ["a", "b"])
      execFileSync("pass", ["insert", "--multiline", name], { env, input: "v", stdio: ["pipe", "ignore", "ignore"] });
    spawnSync("gpgconf", ["--kill", "all"], { env });
    const read = createProviderReader(new Map([["pass", pass]]), { ...context, env });
    expect((await Promise.all(["pass:a", "pass:b"].map(read))).map(resultOf)).toEqual(["<signed-out>", "<signed-out>"]);
    spawnSync("gpgconf", ["--kill", "all"], { env });
    expect(await readFile(asked, "utf8")).toBe("x\n");
  });
});

describe("secret-tool, with a keyring", () => {
  let bus: ChildProcess;
  let context: ProviderContext;
  const provider = providerNamed("libsecret");
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

  it("reads what's stored, and says what isn't", async () => {
    const store = ["store", "--label=test", "service", "salesforce eu"];
    execFileSync("secret-tool", store, { env: context.env, input: VALUE });
    expect(resultOf(await readValue(provider, "libsecret:salesforce eu", context))).toBe(VALUE);
    expect(resultOf(await readValue(provider, "libsecret:none", context))).toBe("<missing>");
  });

  it("is reported as locked if the keyring is", async () => {
    const to = ["--session", "--print-reply", "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets"];
    const lock = ["org.freedesktop.Secret.Service.Lock", "array:objpath:/org/freedesktop/secrets/collection/login"];
    execFileSync("dbus-send", [...to, ...lock], { env: context.env, stdio: "ignore" });
    expect(resultOf(await readValue(provider, "libsecret:salesforce eu", context))).toBe("<signed-out>");
    expect(resultOf(await readValue(provider, "libsecret:none", context))).toBe("<missing>");
  });

  it("is reported as signed out without a session's keyring", async () => {
    const env = { ...context.env, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, XDG_RUNTIME_DIR: "/none" };
    expect(resultOf(await readValue(provider, "libsecret:salesforce eu", { ...context, env }))).toBe("<signed-out>");
  });
});
