import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { canary } from "../client/support.js";
import { APPLY, opened, SECRET } from "./support.js";

const KEY = randomBytes(32).toString("hex");
const OTHER = canary.secret("canary-Vq3rT8mYh2");
const with_ = (key: string | undefined, secret = SECRET) => ({
  env: { VAULTCONN_DIGEST_KEY: key, VAULTCONN_SECRET_TOKEN: secret },
});

/** A repository whose connection was applied with a key. */
async function appliedWith(key: string | undefined) {
  const { service, repository, plan } = await opened(1);
  await repository.ends(0, APPLY, "1 applied", with_(key));
  return { service, repository, plan };
}

describe("with VAULTCONN_DIGEST_KEY", () => {
  it.each([
    ["hex", KEY],
    ["base64", randomBytes(33).toString("base64")],
    ["base64 in lines, as openssl writes it", randomBytes(96).toString("base64").replaceAll(/.{64}/g, "$&\n")],
    ["base64url with a line break", `${randomBytes(32).toString("base64url")}\n`],
  ])("plans an update for a replaced value, with a key in %s", async (_, key) => {
    const { service, repository, plan } = await appliedWith(key);
    await repository.ends(0, ["plan"], "0 to update, 1 unchanged\n", with_(key));
    await repository.ends(2, ["plan", "--out", plan], "was replaced since the last push", with_(key, OTHER));
    await repository.ends(0, ["apply", plan], "1 applied", with_(key, OTHER));
    expect(service.connections.setupOf(service.connections.idAt(0))).toEqual({ type: "BEARER", token: OTHER });
    await repository.ends(0, ["plan"], "0 to update, 1 unchanged\n", with_(key, OTHER));
  });

  it("says that values weren't compared if the key changed or is new", async () => {
    const another = randomBytes(32).toString("hex");
    const text = "0 to update, 1 unchanged (values of 1 not compared)";
    const { repository } = await appliedWith(KEY);
    await repository.ends(0, ["plan"], text, with_(another, OTHER));
    await repository.ends(0, [...APPLY, "--all"], "1 applied", with_(undefined));
    await repository.ends(0, ["plan"], text, with_(KEY, OTHER));
  });

  it("writes one digest for all values, with a short mark of the key", async () => {
    const { repository } = await appliedWith(KEY);
    const [entry] = await repository.lock();
    expect([entry?.values?.length, entry?.key?.length]).toEqual([43, 8]);
    const lock = readFileSync(repository.lockFile, "utf8");
    canary.saw(lock);
    expect(lock).not.toContain(KEY);
    await repository.ends(0, ["drift"]);
  });

  it.each(["short", "00".repeat(31), "0".repeat(63), randomBytes(31).toString("base64"), `${"0".repeat(63)}!`])(
    "refuses the key %s",
    async (key) => {
      const { service, repository } = await opened(1);
      await repository.ends(64, ["plan"], "at least 32 random bytes", with_(key));
      expect(service.requests.all()).toEqual([]);
    },
  );
});

it("neither writes nor compares digests of values without a key", async () => {
  const { repository } = await appliedWith(undefined);
  expect(readFileSync(repository.lockFile, "utf8")).not.toContain('"values"');
  await repository.ends(0, ["plan"], "0 to update, 1 unchanged\n", with_(undefined, OTHER));
});
