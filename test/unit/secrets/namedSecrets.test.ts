import { describe, expect, it } from "vitest";
import { NamedSecrets } from "../../../client/src/secrets/namedSecrets.js";

describe("the names of stored secrets", () => {
  it("take in all that another window stored at once, and lose what it removed", async () => {
    const values = new Map(["A", "B"].map((name) => [`vaultconn.secret:${name}`, "value"]));
    let names: readonly string[] = ["GONE"];
    const storage = {
      get: (key: string) => Promise.resolve(values.get(key)),
      store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
      delete: (key: string) => Promise.resolve(void values.delete(key)),
    };
    const secrets = new NamedSecrets(storage, { get: () => names, set: (changed) => Promise.resolve(void (names = changed)) });
    await Promise.all(["A", "B", "GONE"].map((name) => secrets.noticeKey(`vaultconn.secret:${name}`)));
    expect(secrets.names).toEqual(["A", "B"]);
  });
});
