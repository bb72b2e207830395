import { describe, expect, it } from "vitest";
import { Digests } from "../../../client/core/secrets/digest.js";

/** The secret storage of one machine, which all its windows share. */
function storage() {
  const values = new Map<string, string>();
  return {
    get: (key: string) => Promise.resolve(values.get(key)),
    store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    delete: (key: string) => Promise.resolve(void values.delete(key)),
  };
}

const ASKED = { setup: { type: "TOKEN", token: "t" } };

describe("the digest of what a file asks for", () => {
  it("is the same in the next window of this machine, and another one on another machine", async () => {
    const machine = storage();
    const digest = await new Digests(machine).of(ASKED);
    expect(await new Digests(machine).of(ASKED)).toBe(digest);
    expect(await new Digests(storage()).of(ASKED)).not.toBe(digest);
  });

  it("is another one for anything else, and shows nothing of it", async () => {
    const digests = new Digests(storage());
    expect(await digests.of({ setup: { type: "TOKEN", token: "u" } })).not.toBe(await digests.of(ASKED));
    expect(await digests.of(ASKED)).toMatch(/^[\w-]{43}$/);
  });
});
