import { describe, expect, it } from "vitest";
import { NamedSecrets, newNameProblem } from "../../../client/core/secrets/namedSecrets.js";
import { SharedSecrets } from "../storage.js";

/** Stored secrets over maps: what the editor would keep. */
function stored(names: readonly string[] = []) {
  const storage = new SharedSecrets(new Map(names.map((name) => [`vaultconn.secret:${name}`, "value"])));
  const kept: { names: unknown } = { names };
  return {
    values: storage.values,
    kept,
    secrets: new NamedSecrets(storage, {
      get: () => kept.names,
      update: (_, changed) => Promise.resolve(void (kept.names = changed)),
    }),
  };
}

describe("the names of stored secrets", () => {
  it("follow what another window stores and removes", async () => {
    const { kept, secrets } = stored(["A", "B"]);
    kept.names = ["GONE"];
    const keys = ["secret:A", "secret:B", "secret:GONE", "credential:https://acme.example"];
    const areTheirs = await Promise.all(keys.map((key) => secrets.noticeKey(`vaultconn.${key}`)));
    expect(areTheirs).toEqual([true, true, true, false]);
    expect(secrets.names).toEqual(["A", "B"]);
  });

  it("include what's stored in another profile, and keep what isn't found", async () => {
    const { values, kept, secrets } = stored(["A", "B"]);
    kept.names = ["B", "UNREADABLE"];
    await secrets.noticeStored([...values.keys(), "vaultconn.credential:https://acme.example"]);
    expect(secrets.names).toEqual(["A", "B", "UNREADABLE"]);
  });

  it("follow the values, with an event for each change", async () => {
    const { values, secrets } = stored();
    const longest = "a".repeat(100);
    const told: (readonly string[])[] = [];
    const listening = secrets.onDidChange(() => told.push(secrets.names));
    await secrets.store("b", "1");
    await secrets.store(longest, "2");
    await secrets.store("b", "3");
    expect([await secrets.get("b"), secrets.names]).toEqual(["3", [longest, "b"]]);
    await secrets.remove("b");
    listening.dispose();
    await secrets.remove(longest);
    expect(told).toEqual([["b"], [longest, "b"], [longest, "b"], [longest]]);
    expect(values.size).toBe(0);
  });

  it.each(["", "1a", "a b", "a}", "${env:A}", "a".repeat(101)])(
    "are those that references can have: %j is refused",
    async (name) => {
      const { values, kept, secrets } = stored();
      await expect(secrets.store(name, "value")).rejects.toThrow(RangeError);
      expect([values.size, kept.names]).toEqual([0, []]);
    },
  );
});

describe("the name of a new secret", () => {
  it.each([
    "sk_live_51HabcDEF",
    "xoxb-1234-5678-abc",
    "ghp_abc",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.e30.sig",
    "f9f54704-4689-418a-96c4-1ef73d17dbe0",
    "c0ffee254729296a45a3885639ac7e10f9d54979",
    "pw4Vq9sKd82LmZx0",
  ])("is refused if it looks like a credential: %s", (name) => {
    expect(newNameProblem(name, [])).toContain("looks like a credential");
    expect(newNameProblem(name, [name]) ?? "").not.toContain("looks like a credential");
  });

  it.each(["ACME_ORDERS_API_KEY_2", "salesforce.token", "AC_T9XKQ1B2C3D4E5F6G7_API_KEY", "oauth2-client-secret"])(
    "is taken if it reads like one: %s",
    (name) => {
      expect(newNameProblem(name, [])).toBeUndefined();
    },
  );
});
