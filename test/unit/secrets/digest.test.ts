import { describe, expect, it } from "vitest";
import { createDigests } from "../../../client/core/secrets/valueDigests.js";
import { digestValues } from "../../../client/core/secrets/valueDigests.js";
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
