import { describe, expect, it } from "vitest";
import { NamedSecrets } from "../../../client/core/secrets/namedSecrets.js";
import { renameStored } from "../../../client/core/secrets/renameStored.js";

const VALUE = "canary-stored-value";
const REFERENCES = ["OLD", "OLD", "OLD"];

/** A secret storage and the list of names beside it. @param faults which calls fail, such as "get 2", or "get 2 after" its work */
function storageWith(...faults: readonly string[]) {
  const values = new Map([["vaultconn.secret:OLD", VALUE]]);
  const kept: { names: unknown } = { names: ["OLD"] };
  const calls = { get: 0, store: 0, delete: 0, names: 0 };
  const run = async <Result>(operation: keyof typeof calls, work: () => Result): Promise<Result> => {
    const call = `${operation} ${++calls[operation]}`;
    await new Promise(setImmediate);
    if (faults.includes(call)) throw new Error("The storage refuses.");
    const result = work();
    if (faults.includes(`${call} after`)) throw new Error("The storage has failed after it had done its work.");
    return result;
  };
  const secrets = new NamedSecrets(
    {
      get: (key) => run("get", () => values.get(key)),
      store: (key, value) => run("store", () => void values.set(key, value)),
      delete: (key) => run("delete", () => void values.delete(key)),
    },
    { get: () => kept.names, update: (_, names) => run("names", () => void (kept.names = names)) },
  );
  return { values, kept, secrets };
}

type Applying = "applied" | "changed meanwhile" | "throws" | "throws at once";

const APPLY: Readonly<Record<Applying, (files: string[]) => Promise<boolean>>> = {
  applied: async (files) => {
    await new Promise(setImmediate);
    files.fill("NEW");
    return true;
  },
  "changed meanwhile": () => Promise.resolve(false),
  throws: () => Promise.reject(new Error("The edit was refused.")),
  "throws at once": () => {
    throw new Error("A document cannot be opened.");
  },
};

const MESSAGES = {
  renamed: undefined,
  taken: "A secret named NEW is already stored. Nothing was renamed.",
  refused: "This computer's secret storage can't be read and written. Nothing was renamed.",
  notApplied: "The files changed in the meantime, so nothing was renamed. Try again.",
  notUndone: "The secret is now stored as OLD and as NEW. Remove NEW, which isn't used.",
  oldRemains: "The secret is now stored as OLD and as NEW. Remove OLD, which isn't used.",
};

type Injected = readonly [outcome: keyof typeof MESSAGES, applying: Applying, ...faults: string[]];

const INJECTED: readonly Injected[] = [
  ["renamed", "applied"],
  ["refused", "applied", "get 1"],
  ["refused", "applied", "get 2"],
  ["refused", "applied", "store 1"],
  ["refused", "applied", "names 1"],
  ["refused", "throws", "store 1"],
  ["notApplied", "changed meanwhile"],
  ["notApplied", "throws"],
  ["notApplied", "throws at once"],
  ["notUndone", "changed meanwhile", "delete 1"],
  ["notUndone", "changed meanwhile", "names 2"],
  ["notUndone", "throws", "delete 1"],
  ["oldRemains", "applied", "delete 1"],
  ["oldRemains", "applied", "names 2"],
  ["refused", "applied", "store 1 after", "delete 1"],
];

describe("the rename of a stored secret with its references", () => {
  it.each(INJECTED.map((injected) => ({ injected })))("handles a failure: $injected", async ({ injected }) => {
    const [expected, applying, ...faults] = injected;
    const storage = storageWith(...faults);
    const files = [...REFERENCES];
    const message = await renameStored(storage.secrets, { from: "OLD", to: "NEW" }, () => APPLY[applying](files));
    expect(message).toBe(MESSAGES[expected]);
    // All files or none, and what they refer to has its value, whatever went wrong.
    expect(new Set(files).size).toBe(1);
    const [referred] = files;
    expect(referred).toBe(expected === "renamed" || expected === "oldRemains" ? "NEW" : "OLD");
    expect(storage.values.get(`vaultconn.secret:${referred ?? ""}`)).toBe(VALUE);
    if (expected === "renamed" || expected === "notApplied") {
      expect([...storage.values.keys()]).toEqual([`vaultconn.secret:${referred ?? ""}`]);
      expect(storage.kept.names).toEqual([referred]);
    }
  });

  it("doesn't replace another secret", async () => {
    const storage = storageWith();
    storage.values.set("vaultconn.secret:NEW", "canary-other");
    const files = [...REFERENCES];
    const message = await renameStored(storage.secrets, { from: "OLD", to: "NEW" }, () => APPLY.applied(files));
    expect(message).toBe(MESSAGES.taken);
    expect(files).toEqual(REFERENCES);
    expect([...storage.values.values()]).toEqual([VALUE, "canary-other"]);
  });
});
