import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";

import { remember } from "../../../client/core/push/compareRecords.js";
import { maskedDigest } from "../../../client/core/lock/maskedDigest.js";
import { markOf } from "../../../client/core/lock/lockEntries.js";
import { findSetupFiles } from "../../../client/extension/editor/setupFiles.js";
import { inspect, recordFrom } from "../records.js";
import { useFolder } from "../folder.js";
import { editor, vscode } from "../vscode.js";
import { A, ACME, B, ID, LOADED, MOVED, openWindow, OTHER, remove, ROWS, type Window, write } from "./window.js";

const folder = useFolder();

/** Has the journal know a push of a file whose outcome is unknown. */
async function loseResponse({ journal, uri }: Window, name: string) {
  const target = { origin: ACME, id: ID, file: String(uri(name)), tenantName: "Acme", connection: "A" };
  const entry = await journal.begin({ ...target, startedAt: Date.now(), properties: ["name"] });
  journal.leave(entry);
  return entry;
}

describe("a file that was pushed", () => {
  const setup = { type: "BEARER", token: "x" };

  it.each([
    ["is linked to the connection it names", { id: ID, setup }, true],
    ["is linked to it where it names its tenant, too", { id: ID, tenant: "ACME.example", setup }, true],
    ["is not linked where it names none", { setup }, false],
    ["is not linked to it where it names another one", { id: "ac_2", setup }, false],
    ["is not linked to it where it names another tenant", { id: ID, tenant: "other.example", setup }, false],
    ["is linked as a bare setup, which cannot name it", setup, true],
    ["is not linked as a bare setup whose connection was for one time", setup, false, false],
  ])("%s", async (_, file, isLinked, linked = true) => {
    const { push, states, uri } = openWindow();
    await write(A, file);
    await push(A, { linked });
    const { kind, remembered } = await states.of(uri(A));
    expect([kind, remembered?.id]).toEqual(isLinked ? ["inSync", ID] : ["new", undefined]);
  });

  it("keeps its state if it moves without being reported", async () => {
    const file = { id: ID, tenant: "acme.example", setup };
    const window = openWindow();
    const { uri, push, kindOf, states } = window;
    await write(A, file);
    await push(A, { linked: false });
    await remove(A);
    await write(MOVED, file);
    await expect.poll(() => kindOf(MOVED)).toBe("inSync");
    await write(MOVED, { ...file, name: "New" });
    await expect.poll(() => kindOf(MOVED)).toBe("changed");
    const entry = await loseResponse(window, A);
    expect([await kindOf(MOVED), states.openPush(uri(MOVED))]).toEqual(["unknown", entry]);
  });

  it.each([
    ["keeps its state as the only bare setup that is gone", [A], setup, "inSync"],
    ["isn't taken for one of two that are gone", [A, B], setup, "new"],
    ["isn't taken for one that sent something else", [A], { ...setup, token: "y" }, "new"],
    ["isn't taken for one that is bare", [A], { setup }, "new"],
  ])("%s", async (_, names, now, expected) => {
    const { kindOf, push } = openWindow();
    for (const name of names) {
      await write(name, setup);
      await push(name, { origin: name === A ? ACME : OTHER });
    }
    await write(MOVED, now);
    // As a copy, it's a file of its own.
    expect(await kindOf(MOVED)).toBe("new");
    for (const name of names) await rm(join(folder(), name));
    expect([await kindOf(MOVED), await kindOf(MOVED)]).toEqual([expected, expected]);
  });
});

describe("a file that was never pushed from here", () => {
  const token = "${secret:TEAM_TOKEN}";
  const plain = { name: "Connection" };
  const before = { name: "Before" };
  it.each([
    ["is in sync as in the lock file", plain, plain, "in sync"],
    ["is in sync if it names its tenant, too", { ...plain, tenant: "ACME.example" }, plain, "in sync"],
    ["is named as before a rename", before, before, "unpushed changes: named “Before” in the file"],
    ["has unpushed changes", { name: "Edited" }, plain, "unpushed changes"],
    [
      "has values that only who pushed it knows",
      { setup: { type: "BEARER", token } },
      { setup: { type: "BEARER", token } },
      "values not compared",
    ],
    ["is new for another tenant", { ...plain, tenant: "other.example" }, plain, "not pushed"],
    ["is new with another ID", { ...plain, id: "ac_2" }, plain, "not pushed"],
  ])("%s", async (_, now, pushed, expected) => {
    const { entries, setupFiles, states, uri, wordsOf } = openWindow();
    const named = { id: ID, tenant: "acme.example" };
    const digest = maskedDigest({ ...named, inspected: inspect({ id: ID, ...pushed }) });
    entries.push({ ...named, ...markOf(recordFrom()), digest });
    await writeFile(join(folder(), A), JSON.stringify({ id: ID, ...now }));
    // Nothing has reported the file yet.
    expect([setupFiles.all, await wordsOf(A)]).toEqual([[], expected]);
    entries.splice(0, 1, { ...named, ...markOf(recordFrom({ fingerprint: "other" })), digest });
    states.changed([uri(A)]);
    await expect.poll(() => wordsOf(A)).toBe(expected === "not pushed" ? expected : "changed on the service");
  });

  it("has a replaced value after a rotation, until the lock file has a later push", async () => {
    const { entries, rotations, setupFiles, states, uri, wordsOf } = openWindow();
    const named = { id: ID, tenant: "acme.example" };
    const file = { id: ID, setup: { type: "BEARER", token } };
    const digest = maskedDigest({ ...named, inspected: inspect(file) });
    entries.push({ ...named, ...markOf(recordFrom()), digest });
    await write(A, file);
    await expect.poll(() => setupFiles.all).toHaveLength(1);
    await expect.poll(() => states.last(uri(A))?.kind).toBe("notCompared");
    await rotations.begin([{ kind: "secret", name: "TEAM_TOKEN" }]);
    await expect.poll(() => states.last(uri(A))?.kind).toBe("changed");
    expect(await wordsOf(A)).toBe("TEAM_TOKEN changed since the last push");
    const later = recordFrom({ updated_at: new Date(Date.now() + 60_000).toISOString() });
    entries.splice(0, 1, { ...named, ...markOf(later), digest });
    vi.spyOn(ROWS, "find").mockReturnValue(later);
    expect(await wordsOf(A)).toBe("values not compared");
  });
});

describe("a symbolic link and its target", () => {
  const orders = async () => {
    await write(A, { id: ID, name: "Connection" });
    await symlink(join(folder(), A), join(folder(), B));
  };

  it.each([A, B])("have the same state after a push of %s", async (pushed) => {
    await orders();
    const other = pushed === A ? B : A;
    const window = openWindow();
    const { states, push, kindOf, uri } = window;
    expect([await kindOf(other), (await findSetupFiles()).map(String)]).toEqual(["new", [String(uri(A))]]);
    const told: string[] = [];
    states.onDidChange((files) => told.push(...files.map(String)));
    await push(pushed);
    await expect.poll(() => told).toContain(String(uri(other)));
    expect([await kindOf(A), await kindOf(B)]).toEqual(["inSync", "inSync"]);
    await write(A, { id: ID, name: "Orders EU" });
    expect(await kindOf(B)).toBe("changed");
    await loseResponse(window, pushed);
    expect(await kindOf(other)).toBe("unknown");
  });
});

it("updates only files whose connection changed", async () => {
  const rows = new vscode.EventEmitter<undefined>();
  const find = vi.fn((id: string) => recordFrom({ id }));
  const sessions = { ...LOADED, onDidChange: rows.event, withOrigin: () => ({ store: { ...ROWS, find } }) };
  const { memory, states, uri, kindOf, locks, setupFiles } = openWindow(undefined, sessions);
  for (const name of [A, B]) {
    await writeFile(join(folder(), name), JSON.stringify({ id: name, name: "New" }));
    await memory.remember(uri(name), { origin: ACME, id: name, pushed: "another", record: remember(find(name)) });
  }
  // What the index finds counts as a change, too.
  await expect.poll(() => setupFiles.all).toHaveLength(2);
  expect([await kindOf(A), await kindOf(B)]).toEqual(["changed", "changed"]);
  const [told, computed] = [vi.fn(), vi.spyOn(locks, "of")];
  states.onDidChange(told);
  find.mockImplementation((id) => recordFrom({ id, ...(id === B && { fingerprint: "after" }) }));
  rows.fire(undefined);
  await expect.poll(() => told).toHaveBeenCalledWith([uri(B)]);
  expect([computed.mock.calls.length, states.last(uri(B))?.kind]).toEqual([1, "drifted"]);
});

/** The token of a file for each kind of reference, and of one that only looks as if it had some. */
const TOKENS = {
  secret: "x${secret:S}",
  env: "${env:E}",
  file: "${file:keys/F.pem}",
  all: "${secret:S}-${env:E}-${file:keys/F.pem}",
  none: "$${secret:S} $${env:E}",
};
const KINDS = Object.keys(TOKENS);
const NAMES = { secret: "S", env: "E", file: "keys/F.pem" };

/** A window in which a file for each kind of reference is in sync, and those that it reports from then on. */
async function inSync() {
  const window = openWindow();
  const { push, secrets, states, uri } = window;
  await secrets.store("S", "canary-old");
  await write(".env", "E=canary-old");
  await write("keys/F.pem", "canary-old");
  for (const [kind, token] of Object.entries(TOKENS)) {
    await write(`${kind}.vaultconn.json`, { type: "BEARER", token });
    await push(`${kind}.vaultconn.json`, { id: kind });
  }
  const last = () => KINDS.map((kind) => states.last(uri(`${kind}.vaultconn.json`))?.kind);
  await expect.poll(last).toEqual(KINDS.map(() => "inSync"));
  const told = new Set<string>();
  states.onDidChange((files) => {
    for (const { path } of files) told.add(path.replace(/^.*\/(.*)\.vaultconn\.json$/, "$1"));
  });
  return { ...window, told };
}

describe("files whose values were replaced since their last push", () => {
  it.each<[string, (window: Window) => unknown, keyof typeof NAMES, "changed" | "notCompared"]>([
    ["a secret is stored", ({ secrets }) => secrets.store("S", "canary-new"), "secret", "changed"],
    [
      "another window stores a secret",
      ({ kept, secrets }) => {
        kept.secrets.set("vaultconn.secret:S", "canary-new");
        return secrets.noticeKey("vaultconn.secret:S");
      },
      "secret",
      "changed",
    ],
    ["a secret is removed", ({ secrets }) => secrets.remove("S"), "secret", "notCompared"],
    ["a variable changes", () => write(".env", "E=canary-new"), "env", "changed"],
    [
      "a variable changed while nobody watched, once the window has the focus",
      async () => {
        await writeFile(join(folder(), ".env"), "E=canary-new");
        editor.focused.fire({ focused: true });
      },
      "env",
      "changed",
    ],
    ["a file is written", () => write("keys/F.pem", "canary-new"), "file", "changed"],
    ["a file is removed", () => remove("keys/F.pem"), "file", "notCompared"],
  ])("are those that refer to it: %s", async (_, change, of, state) => {
    const name = NAMES[of];
    const words = {
      changed: `${name} changed since the last push`,
      notCompared: `values not compared: ${name} can't be read here`,
    };
    const window = await inSync();
    await change(window);
    await expect.poll(() => [...window.told].sort()).toEqual([of, "all"].sort());
    for (const kind of KINDS)
      expect([kind, await window.wordsOf(`${kind}.vaultconn.json`)]).toEqual([
        kind,
        kind === of || kind === "all" ? words[state] : "in sync",
      ]);
    expect(window.kept.storage.everything).not.toContain("canary");
  });

  it("are in sync after a push that ends while their states are worked out", async () => {
    const { push, secrets, states, uri, locks, kindOf } = openWindow();
    await secrets.store("S", "canary-old");
    await write(A, { id: ID, setup: { type: "BEARER", token: "${secret:S}" } });
    await push(A);
    await secrets.store("S", "canary-new");
    await expect.poll(() => states.last(uri(A))?.kind).toBe("changed");
    let goOn: (lock: undefined) => void = () => undefined;
    const hold = vi.spyOn(locks, "of").mockReturnValueOnce(new Promise((resolve) => (goOn = resolve)));
    const slow = states.of(uri(A));
    await expect.poll(() => hold).toHaveBeenCalled();
    await push(A);
    goOn(undefined);
    expect((await slow).values?.replaced).toEqual([]);
    expect(await kindOf(A)).toBe("inSync");
  });

  it("are computed for other files if one fails, and for that one when it's shown", async () => {
    const { push, states, uri, locks } = openWindow();
    for (const [name, id] of Object.entries({ [A]: ID, [B]: "ac_2" })) {
      await write(name, { id, setup: { type: "BEARER", token: "x" } });
      await push(name, { id });
      await expect.poll(() => states.last(uri(name))?.kind).toBe("inSync");
      await writeFile(join(folder(), name), JSON.stringify({ id, setup: { type: "BEARER", token: "y" } }));
    }
    const of = vi
      .spyOn(locks, "of")
      .mockImplementation((file) =>
        file.fsPath.endsWith(A) ? Promise.reject(new Error("EIO")) : Promise.resolve(undefined),
      );
    states.changed([uri(A), uri(B)]);
    await expect.poll(() => states.last(uri(B))?.kind).toBe("changed");
    await expect.poll(() => editor.messages.flat().join()).toMatch(/^The states of setup files/);
    of.mockResolvedValue(undefined);
    await expect.poll(() => states.last(uri(A))?.kind).toBe("changed");
  });

  it("aren't compared if the key or a value is missing, and are again with it", async () => {
    const { secrets, push, wordsOf, memory, uri, kept } = openWindow();
    await secrets.store("S", "canary-value");
    await write(".env", "E=Connection");
    await write(A, { id: ID, name: "${env:E}", setup: { type: "BEARER", token: "${secret:S}" } });
    await push(A);
    await write(B, { id: "ac_2", setup: { type: "BEARER", token: "x" } });
    await push(B, { id: "ac_2" });
    expect([await wordsOf(A), await wordsOf(B)]).toEqual(["in sync", "in sync"]);
    await write(".env", "");
    expect(await wordsOf(A)).toBe("values not compared: E can't be read here");
    await write(".env", "E=Connection");
    expect(await wordsOf(A)).toBe("in sync");
    const { values, ...others } = memory.get(uri(A)) ?? { origin: "", id: "" };
    expect(Object.keys(values?.of ?? {}).sort()).toEqual(["env:E", "secret:S"]);
    await memory.remember(uri(A), others);
    expect(await wordsOf(A)).toBe("values not compared");
    await memory.remember(uri(A), { ...others, values });
    expect(await wordsOf(A)).toBe("in sync");
    kept.secrets.delete("vaultconn.digestKey");
    const { wordsOf: wordsNow } = openWindow(kept);
    expect([await wordsNow(A), await wordsNow(B)]).toEqual(["values not compared", "values not compared"]);
  });
});
