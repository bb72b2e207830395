import { describe, expect, it } from "vitest";
import { createDigests, digestValues, referencesWith } from "../../../client/core/secrets/valueDigests.js";
import { SharedSecrets } from "../storage.js";

const ASKED = { setup: { type: "TOKEN", token: "t" } };

describe("the digest of an update", () => {
  it("is the same in the next window, differs elsewhere, and reveals nothing", async () => {
    const machine = new SharedSecrets();
    const digest = await createDigests(machine).of(ASKED);
    expect(digest).toMatch(/^[\w-]{43}$/);
    expect(await createDigests(machine).of(ASKED)).toBe(digest);
    expect(await createDigests(machine).of({ setup: { type: "TOKEN", token: "u" } })).not.toBe(digest);
    expect(await createDigests(new SharedSecrets()).of(ASKED)).not.toBe(digest);
  });

  it("is the same in a window without a keyring", async () => {
    const fail = () => Promise.reject(new Error("No keyring is there."));
    const digests = createDigests({ get: fail, store: fail, delete: fail });
    expect(await digests.of(ASKED)).toBe(await digests.of(ASKED));
  });
});

it("differs for each connection and reference, and reveals nothing of the value", async () => {
  const values = ["A", "B"].map((name) => ({ reference: { kind: "secret", name } as const, value: "canary" }));
  const digests = createDigests(new SharedSecrets());
  const made = await Promise.all(["ac_1", "ac_2"].map((about) => digestValues(values, about, digests)));
  const all = made.flatMap(({ of }) => Object.values(of));
  expect(new Set(all).size).toBe(4);
  for (const digest of all) expect(digest).toMatch(/^[\w-]{43}$/);
});

describe("the references of a push that had a value", () => {
  const KEY = "-----BEGIN KEY-----\r\nAAAA\r\n-----END KEY-----\r\n";
  const values = [
    { reference: { kind: "secret", name: "A" }, value: "one" },
    { reference: { kind: "env", name: "B" }, value: "one" },
    { reference: { kind: "provider", name: "op:a/b:c" }, value: "two\nlines" },
    { reference: { kind: "file", name: "key.pem" }, value: KEY },
    { reference: { kind: "secret", name: "MISSING" }, fault: "not-set" },
  ] as const;

  it.each([
    ["one", ["A", "B"]],
    ["one\n", ["A", "B"]],
    ["two\r\nlines\r\n", ["op:a/b:c"]],
    [KEY.replaceAll("\r\n", "\n").trimEnd(), ["key.pem"]],
    ["on", []],
    ["ONE", []],
    ["", []],
  ])("are found for %j", async (value, names) => {
    const digests = createDigests(new SharedSecrets());
    const pushed = await digestValues(values, "ac_1", digests);
    const found = await referencesWith([value], pushed, "ac_1", digests);
    expect(found?.map(({ name }) => name)).toEqual(names);
    expect(await referencesWith([value], pushed, "ac_2", digests)).toEqual([]);
  });

  it("are unknown without the digests' key, and none if digests are damaged", async () => {
    const digests = createDigests(new SharedSecrets());
    const pushed = await digestValues(values, "ac_1", digests);
    expect(await referencesWith(["one"], pushed, "ac_1", createDigests(new SharedSecrets()))).toBeUndefined();
    const of = { "secret:A": "", "unknown:A": "x", A: "x" };
    expect(await referencesWith(["one"], { ...pushed, of }, "ac_1", digests)).toEqual([]);
  });
});
