import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";

import { findSetupFiles } from "../../../client/extension/editor/setupFiles.js";
import { useWorkspace } from "../vscode.js";
import { ID, openWindow, writeWatched } from "./window.js";

const [FILE, LINK] = ["a.vaultconn.json", "link.vaultconn.json"];
const ORIGIN = "https://acme.example";

const folder = useWorkspace();
beforeEach(async () => {
  await writeWatched(FILE, { id: ID, name: "Orders" });
  await symlink(join(folder(), FILE), join(folder(), LINK));
});

describe("a symbolic link and its target", () => {
  it.each([
    [FILE, LINK],
    [LINK, FILE],
  ])("have the same state after a push of %s", async (pushed, other) => {
    const { states, push, uri, journal } = openWindow(folder());
    expect((await states.of(uri(other))).kind).toBe("new");
    const told: string[] = [];
    states.onDidChange((files) => told.push(...files.map(String)));
    await push(pushed, ORIGIN);
    await expect.poll(() => told).toContain(uri(other).toString());
    const standing = await Promise.all([FILE, LINK].map((name) => states.of(uri(name))));
    expect(standing.map(({ kind }) => kind)).toEqual(["inSync", "inSync"]);
    await writeWatched(FILE, { id: ID, name: "Orders EU" });
    expect((await states.of(uri(LINK))).kind).toBe("changed");

    const about = { origin: ORIGIN, tenantName: "Acme", id: ID, connection: "Orders" };
    const sent = { file: uri(pushed).toString(), startedAt: Date.now(), properties: ["name"] };
    journal.leave(await journal.begin({ ...about, ...sent }));
    expect((await states.of(uri(other))).kind).toBe("unknown");
  });

  it("are one file of the workspace, with its own name", async () => {
    const { uri } = openWindow(folder());
    expect((await findSetupFiles()).map(String)).toEqual([uri(FILE).toString()]);
  });

  it("keep their memory when either gets another name", async () => {
    const { memory, uri, push } = openWindow(folder());
    await push(LINK, ORIGIN);
    await rename(join(folder(), LINK), join(folder(), "other.vaultconn.json"));
    await memory.moved(uri(LINK), uri("other.vaultconn.json"));
    expect(memory.get(uri(FILE))?.id).toBe(ID);
    await rename(join(folder(), FILE), join(folder(), "b.vaultconn.json"));
    await memory.moved(uri(FILE), uri("b.vaultconn.json"));
    expect([FILE, "b.vaultconn.json"].map((name) => memory.get(uri(name))?.id)).toEqual([undefined, ID]);
  });
});
