import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionOf, presets } from "../../client/core/providers/presets.js";
import { readValue, type ProviderContext } from "../../client/core/providers/readValue.js";
import { storeCommand, storeValue } from "../../client/core/providers/store.js";
import { providerNamed, resultOf } from "../unit/providers/fakePrograms.js";

function preset(name: string) {
  const found = presets.find((each) => each.name === name);
  return providerNamed(name, found ? definitionOf(found) : {});
}

describe("pass, with gpg", () => {
  let home = "";
  let context: ProviderContext;
  const pass = preset("pass");
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), "pass-"));
    const env = { ...process.env, HOME: home, GNUPGHOME: home, PASSWORD_STORE_DIR: path.join(home, "store") };
    context = { env, home, workspaceFolders: [] };
    const parameters = ["--batch", "--pinentry-mode", "loopback", "--passphrase", ""];
    execFileSync("gpg", [...parameters, "--quick-generate-key", "test@example.com", "default", "default", "never"], {
      env,
      stdio: "ignore",
    });
    execFileSync("pass", ["init", "test@example.com"], { env, stdio: "ignore" });
  });
  afterAll(async () => {
    spawnSync("gpgconf", ["--kill", "all"], { env: context.env });
    await rm(home, { recursive: true, force: true });
  });

  it("stores a new value through standard input, gives it back, and leaves one that exists alone", async () => {
    const name = "pass:salesforce/api key";
    expect(storeCommand(pass, name)).toEqual(["pass", "insert", "--multiline", "salesforce/api key"]);
    expect(await storeValue(pass, name, "$(v) 'x' \"y\" ☃", context)).toEqual({ ok: true, value: "$(v) 'x' \"y\" ☃" });
    expect(resultOf(await readValue(pass, name, context))).toBe("$(v) 'x' \"y\" ☃");
    expect(await storeValue(pass, name, "other", context)).toBe("taken");
    expect(resultOf(await readValue(pass, name, context))).toBe("$(v) 'x' \"y\" ☃");
  });

  it("tells what doesn't exist from what it won't read", async () => {
    expect(resultOf(await readValue(pass, "pass:no/such", context))).toBe("<missing>");
    expect(resultOf(await readValue(pass, "pass:../../x", context))).toBe("<denied>");
    const empty = { ...context, env: { ...context.env, PASSWORD_STORE_DIR: path.join(home, "none") } };
    expect(resultOf(await readValue(pass, "pass:a", empty))).not.toMatch(/^[^<]/);
  });
});
