import { describe, expect, it } from "vitest";
import { NamedSecrets } from "../../../client/core/secrets/namedSecrets.js";
import { renameStored } from "../../../client/core/secrets/renameStored.js";

const VALUE = "canary-stored-value";
const REFERENCES = ["OLD", "OLD", "OLD"];

/** One thing that goes wrong, once: which call of an operation, and whether it has been applied before it fails. */
interface Fault {
  readonly operation: "get" | "store" | "delete" | "names";
  readonly call: number;
  readonly after?: boolean;
}

/** A secret storage and the list of names beside it, with a fault. */
class Storage {
  readonly values = new Map([["vaultconn.secret:OLD", VALUE]]);
  names: readonly string[] = ["OLD"];
  readonly #calls = { get: 0, store: 0, delete: 0, names: 0 };
  readonly #faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  readonly secrets = new NamedSecrets(
    {
      get: (key) => this.#run("get", () => this.values.get(key)),
      store: (key, value) => this.#run("store", () => void this.values.set(key, value)),
      delete: (key) => this.#run("delete", () => void this.values.delete(key)),
    },
    {
      get: () => this.names,
      update: (_, names) => this.#run("names", () => void (this.names = names)),
    },
  );

  async #run<Result>(operation: Fault["operation"], work: () => Result): Promise<Result> {
    const call = ++this.#calls[operation];
    const fault = this.#faults.find((each) => each.operation === operation && each.call === call);
    await new Promise(setImmediate);
    if (fault && fault.after !== true) throw new Error("The storage refuses.");
    const result = work();
    if (fault) throw new Error("The storage has failed after it had done its work.");
    return result;
  }
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

type Injected = readonly [outcome: keyof typeof MESSAGES, applying: Applying, ...faults: Fault[]];

const INJECTED: readonly Injected[] = [
  ["renamed", "applied"],
  ["refused", "applied", { operation: "get", call: 1 }],
  ["refused", "applied", { operation: "get", call: 2 }],
  ["refused", "applied", { operation: "store", call: 1 }],
  ["refused", "applied", { operation: "names", call: 1 }],
  ["refused", "throws", { operation: "store", call: 1 }],
  ["notApplied", "changed meanwhile"],
  ["notApplied", "throws"],
  ["notApplied", "throws at once"],
  ["notUndone", "changed meanwhile", { operation: "delete", call: 1 }],
  ["notUndone", "changed meanwhile", { operation: "names", call: 2 }],
  ["notUndone", "throws", { operation: "delete", call: 1 }],
  ["oldRemains", "applied", { operation: "delete", call: 1 }],
  ["oldRemains", "applied", { operation: "names", call: 2 }],
  ["refused", "applied", { operation: "store", call: 1, after: true }, { operation: "delete", call: 1 }],
];

describe("the rename of a stored secret with its references", () => {
  it.each(INJECTED.map((injected) => ({ injected })))("handles a failure: $injected", async ({ injected }) => {
    const [expected, applying, ...faults] = injected;
    const storage = new Storage(faults);
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
      expect(storage.names).toEqual([referred]);
    }
  });

  it("doesn't replace another secret", async () => {
    const storage = new Storage([]);
    storage.values.set("vaultconn.secret:NEW", "canary-other");
    const files = [...REFERENCES];
    const message = await renameStored(storage.secrets, { from: "OLD", to: "NEW" }, () => APPLY.applied(files));
    expect(message).toBe(MESSAGES.taken);
    expect(files).toEqual(REFERENCES);
    expect([...storage.values.values()]).toEqual([VALUE, "canary-other"]);
  });
});
