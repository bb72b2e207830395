import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";

import { describeFileState } from "../../../client/extension/editor/states.js";
import { editor, fireWatched, useWorkspace } from "../vscode.js";
import { ID, openWindow, writeWatched, type Window } from "./window.js";

const ORIGINS = ["https://acme.example", "https://staging.example", "https://other.example"];
const folder = useWorkspace();

async function remove(path: string): Promise<void> {
  await rm(join(folder(), path));
  fireWatched("changed", join(folder(), path));
}

const nameOf = (what: number | string): string => `team-${what}.vaultconn.json`;

/** The token of a file for each kind of reference, and of one that only looks as if it had some. */
const TOKENS = {
  secret: "x${secret:S}",
  env: "${env:E}",
  file: "${file:keys/F.pem}",
  all: "${secret:S}-${env:E}-${file:keys/F.pem}",
  none: "$${secret:S} $${env:E}",
};

/** What the references stand for. */
const NAMES = { secret: "S", env: "E", file: "keys/F.pem" };

/** A window in which all of these files are in sync, and those that it reports from then on. */
async function inSync(): Promise<{ readonly window: Window; readonly told: ReadonlySet<string> }> {
  const window = openWindow(folder());
  await window.secrets.store("S", "canary-old");
  await writeWatched(".env", "E=canary-old");
  await writeWatched("keys/F.pem", "canary-old");
  for (const [what, token] of Object.entries(TOKENS)) {
    await writeWatched(nameOf(what), { type: "BEARER", token });
    await window.push(nameOf(what), ORIGINS[0] ?? "", true, what);
    window.states.last(window.uri(nameOf(what)));
  }
  const last = () => Object.keys(TOKENS).map((what) => window.states.last(window.uri(nameOf(what)))?.kind);
  await expect.poll(() => last()).toEqual(Object.keys(TOKENS).map(() => "inSync"));
  const told = new Set<string>();
  window.states.onDidChange((files) => {
    for (const { fsPath } of files) told.add(fsPath.slice(folder().length + 1));
  });
  return { window, told };
}

describe("files whose values were replaced since their last push", () => {
  it.each<[string, (window: Window) => unknown, keyof typeof NAMES, "changed" | "notCompared"]>([
    ["a secret is stored", ({ secrets }) => secrets.store("S", "canary-new"), "secret", "changed"],
    [
      "another window stores a secret",
      ({ values, secrets }) => {
        values.set("vaultconn.secret:S", "canary-new");
        return secrets.noticeKey("vaultconn.secret:S");
      },
      "secret",
      "changed",
    ],
    ["a secret is removed", ({ secrets }) => secrets.remove("S"), "secret", "notCompared"],
    ["a variable changes", () => writeWatched(".env", "E=canary-new"), "env", "changed"],
    [
      "a variable changed while nobody watched, once the window has the focus",
      async () => {
        await writeFile(join(folder(), ".env"), "E=canary-new");
        editor.focused.fire({ focused: true });
      },
      "env",
      "changed",
    ],
    ["a file is written", () => writeWatched("keys/F.pem", "canary-new"), "file", "changed"],
    ["a file is removed", () => remove("keys/F.pem"), "file", "notCompared"],
  ])("are those that refer to it: %s", async (_, change, of, kind) => {
    const marked: readonly string[] = [of, "all"];
    const name = NAMES[of];
    const words =
      kind === "changed" ? `${name} changed since the last push` : `values not compared: ${name} can't be read here`;
    const { window, told } = await inSync();
    await change(window);
    await expect.poll(() => [...told].sort()).toEqual(marked.map(nameOf).sort());
    for (const what of Object.keys(TOKENS)) {
      const state = await window.states.of(window.uri(nameOf(what)));
      expect([what, state.kind]).toEqual([what, marked.includes(what) ? kind : "inSync"]);
      if (marked.includes(what)) expect(describeFileState(state)).toBe(words);
    }
    expect(window.storage.everything).not.toContain("canary");
  });

  it("are counted without reading any file again", async () => {
    const window = openWindow(folder());
    const names = Array.from({ length: 40 }, (_, at) => nameOf(at));
    await window.secrets.store("SHEETS_KEY", "canary-old");
    await window.secrets.store("OTHER", "canary-other");
    for (const [at, name] of names.entries()) {
      const token = at % 7 === 0 ? "Bearer ${secret:SHEETS_KEY}" : "${secret:OTHER} $${secret:SHEETS_KEY}";
      await writeWatched(name, { type: "BEARER", token });
      await window.push(name, ORIGINS[at % 3] ?? "", true, name);
      expect((await window.states.of(window.uri(name))).kind).toBe("inSync");
    }
    const asked = window.asked.length;
    await window.secrets.store("SHEETS_KEY", "canary-new");
    const states = await Promise.all(names.map((name) => window.states.of(window.uri(name))));
    expect(states.flatMap(({ kind }, at) => (kind === "changed" ? [at] : []))).toEqual([0, 7, 14, 21, 28, 35]);
    expect(states.slice(0, 2).map((state) => describeFileState(state))).toEqual([
      "SHEETS_KEY changed since the last push",
      "in sync",
    ]);
    expect(window.asked).toHaveLength(asked);
    // The old value again is what was pushed.
    await window.secrets.store("SHEETS_KEY", "canary-old");
    expect((await window.states.of(window.uri(nameOf(0)))).kind).toBe("inSync");
  });

  it("are in sync after a push that ends while their states are worked out", async () => {
    const window = openWindow(folder());
    const name = nameOf("secret");
    await window.secrets.store("S", "canary-old");
    await writeWatched(name, { id: ID, setup: { type: "BEARER", token: "${secret:S}" } });
    await window.push(name, ORIGINS[0] ?? "");
    await window.secrets.store("S", "canary-new");
    await expect.poll(() => window.states.last(window.uri(name))?.kind).toBe("changed");
    let goOn: (lock: undefined) => void = () => undefined;
    const hold = vi.spyOn(window.locks, "of").mockReturnValueOnce(new Promise((resolve) => (goOn = resolve)));
    const slow = window.states.of(window.uri(name));
    await expect.poll(() => hold).toHaveBeenCalled();
    await window.push(name, ORIGINS[0] ?? "");
    goOn(undefined);
    expect((await slow).values?.replaced).toEqual([]);
    expect((await window.states.of(window.uri(name))).kind).toBe("inSync");
  });

  it("are new at once if their push is forgotten", async () => {
    const { window } = await inSync();
    const { storage } = window;
    const update = storage.update.bind(storage);
    // A disk is slower than the memory, and the event comes once that is stored.
    vi.spyOn(storage, "update").mockImplementation((key, value) => update(key, value).then(() => setImmediate()));
    const forgetting = window.memory.forget(ORIGINS[0] ?? "");
    expect((await window.states.of(window.uri(nameOf("secret")))).kind).toBe("new");
    await forgetting;
  });

  it("aren't compared if the key or a value is missing", async () => {
    const window = openWindow(folder());
    const [name, plain] = [nameOf(0), nameOf(1)];
    await window.secrets.store("S", "canary-value");
    await writeWatched(".env", "E=canary-env");
    await writeWatched(name, { id: ID, name: "${env:E}", setup: { type: "BEARER", token: "${secret:S}" } });
    await writeWatched(plain, { id: "ac_2", name: "No reference" });
    await window.push(name, ORIGINS[0] ?? "");
    await window.push(plain, ORIGINS[0] ?? "", true, "ac_2");
    const words = async (each: Window, of = name) => describeFileState(await each.states.of(each.uri(of)));
    expect([await words(window), await words(window, plain)]).toEqual(["in sync", "in sync"]);

    await writeWatched(".env", "");
    expect(await words(window)).toBe("values not compared: E can't be read here");
    await writeWatched(".env", "E=canary-env");
    expect(await words(window)).toBe("in sync");

    const kept = window.memory.get(window.uri(name));
    const before = { origin: ORIGINS[0] ?? "", id: ID, record: kept?.record, pushed: kept?.pushed };
    expect(Object.keys(kept?.values?.of ?? {}).sort()).toEqual(["env:E", "secret:S"]);
    await window.memory.remember(window.uri(name), before);
    expect([await words(window), await words(window, plain)]).toEqual(["values not compared", "in sync"]);
    await window.memory.remember(window.uri(name), { ...before, values: kept?.values });
    expect(await words(window)).toBe("in sync");

    window.values.delete("vaultconn.digestKey");
    const next = openWindow(folder(), window.kept);
    expect(await words(next)).toBe("values not compared");
  });
});
