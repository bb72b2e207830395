import { describe, expect, it } from "vitest";
import { holdsValues, maskedDigest } from "../../../client/core/lock/maskedDigest.js";
import { inspect } from "../records.js";

const TARGET = { id: "ac_1", tenant: "acme.example.com" };

function digestOf(file: string | object, target = TARGET): string {
  return maskedDigest({ ...target, inspected: inspect(file) });
}

describe("the masked digest of an update", () => {
  const setup = { type: "BASIC_AUTH", username: "someone", password: "${secret:PASSWORD}" };

  it("doesn't depend on layout, comments, or the order of properties", () => {
    const text = `{ // a comment\n "setup": {"password": "\${secret:PASSWORD}", "type": "BASIC_AUTH", "username": "someone"}}`;
    expect(digestOf(text)).toBe(digestOf({ setup }));
    expect(digestOf({ setup })).toMatch(/^[\w-]{43}$/);
  });

  it("depends on tenant, connection, name, reference, and property", () => {
    const others = [
      digestOf({ setup }),
      digestOf({ setup }, { ...TARGET, id: "ac_2" }),
      digestOf({ setup }, { ...TARGET, tenant: "other.example.com" }),
      digestOf({ setup, name: "A" }),
      digestOf({ setup, name: "B" }),
      digestOf({ setup: { ...setup, password: "${secret:OTHER}" } }),
      digestOf({ setup: { ...setup, password: "${env:PASSWORD}" } }),
      digestOf({ setup: { type: "BEARER", token: "${secret:PASSWORD}" } }),
    ];
    expect(new Set(others).size).toBe(others.length);
  });

  it("reveals nothing of a value that may be a credential", () => {
    const plain = { ...setup, password: "first" };
    expect(digestOf({ setup: { ...setup, password: "second, and longer" } })).toBe(digestOf({ setup: plain }));
    expect(holdsValues(inspect({ setup: plain }))).toBe(true);
    expect(holdsValues(inspect({ setup: { ...setup, password: "Bearer ${secret:A}" } }))).toBe(true);
    expect(holdsValues(inspect({ setup: { type: "BEARER", token: "${secret:A}" }, name: "N" }))).toBe(false);
    expect(holdsValues(inspect({ name: "N" }))).toBe(false);
  });
});
