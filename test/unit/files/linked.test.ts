import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { fireWatched, useWorkspace } from "../vscode.js";
import { ID, openWindow, writeWatched } from "./window.js";

const ACME = "https://acme.example";
const NAME = "a.vaultconn.json";

const folder = useWorkspace();

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
    const window = openWindow(folder());
    await writeWatched(NAME, file);
    await window.push(NAME, ACME, linked);
    const { kind, remembered } = await window.states.of(window.uri(NAME));
    expect([kind, remembered?.id]).toEqual(isLinked ? ["inSync", ID] : ["new", undefined]);
  });

  it.each([
    { id: ID, setup },
    { id: ID, tenant: "acme.example", setup },
  ])("keeps its state if it moves without being reported: %j", async (file) => {
    const { uri, push, journal, states } = openWindow(folder());
    await writeWatched(NAME, file);
    await push(NAME, ACME, false);
    const moved = "b/c.vaultconn.json";
    await rm(join(folder(), NAME));
    await writeWatched(moved, file);
    fireWatched("deleted", join(folder(), NAME));
    const kind = async () => (await states.of(uri(moved))).kind;
    await expect.poll(kind).toBe("inSync");
    await writeWatched(moved, { ...file, name: "New" });
    await expect.poll(kind).toBe("changed");
    const sent = { origin: ACME, id: ID, file: String(uri(NAME)), tenantName: "Acme", connection: "A" };
    const entry = await journal.begin({ ...sent, startedAt: 1, properties: [] });
    journal.leave(entry);
    expect([await kind(), states.openPush(uri(moved))]).toEqual(["unknown", entry]);
  });

  it.each([
    ["keeps its state as the only bare setup that is gone", [NAME], setup, "inSync"],
    ["isn't taken for one of two that are gone", [NAME, "b.vaultconn.json"], setup, "new"],
    ["isn't taken for one that sent something else", [NAME], { ...setup, token: "y" }, "new"],
    ["isn't taken for one that is bare", [NAME], { setup }, "new"],
  ])("%s", async (_, names, now, expected) => {
    const { uri, push, states } = openWindow(folder());
    for (const name of names) {
      await writeWatched(name, setup);
      await push(name, `https://${name[0] ?? ""}.example`);
      expect((await states.of(uri(name))).kind).toBe("inSync");
    }
    await writeWatched("moved.vaultconn.json", now);
    const kind = async () => (await states.of(uri("moved.vaultconn.json"))).kind;
    // As a copy, it's a file of its own.
    expect(await kind()).toBe("new");
    for (const name of names) await rm(join(folder(), name));
    expect([await kind(), await kind()]).toEqual([expected, expected]);
  });

  it("isn't linked once its ID is removed, and is again with it", async () => {
    const window = openWindow(folder());
    const kinds = [];
    for (const file of [{ id: ID, setup }, { setup }, { id: ID, setup }]) {
      await writeWatched(NAME, file);
      if (kinds.length === 0) await window.push(NAME, ACME, false);
      kinds.push((await window.states.of(window.uri(NAME))).kind);
    }
    expect(kinds).toEqual(["inSync", "new", "inSync"]);
  });
});
