import { setImmediate as settled } from "node:timers/promises";
import { Uri } from "vscode";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { FileMemory } from "../../../client/extension/editor/fileMemory.js";
import { SetupFileIndex } from "../../../client/extension/editor/setupFileIndex.js";
import { TextStorage } from "../storage.js";
import { fireWatched, vscode, watchAll } from "../vscode.js";

interface Reading {
  readonly path: string;
  /** Lets it end with this text. */
  readonly end: (text: string) => void;
}

/** The reads that haven't ended. */
let pending: Reading[] = [];
Object.assign(vscode.workspace, {
  fs: {
    readFile: ({ path }: Uri) =>
      new Promise<Buffer>((resolve) => {
        const end = (text: string) => {
          resolve(Buffer.from(text));
        };
        pending.push({ path, end });
      }),
  },
});

const FILE = fileAt("folder/a.vaultconn.json");

function fileAt(path: string): Uri {
  return Uri.file(`/${path}`);
}

/** The reads that have begun, once there are so many. */
async function readings(count: number): Promise<readonly Reading[]> {
  await vi.waitUntil(() => pending.length === count, { timeout: 60_000 });
  return pending;
}

describe("the index of setup files", () => {
  let index: SetupFileIndex;
  let notified: string[];

  beforeEach(() => {
    pending = [];
    index = new SetupFileIndex(new FileMemory(new TextStorage()), watchAll(), []);
    notified = [];
    index.onDidChange((changed) => notified.push(...changed.map(({ id }) => id)));
  });

  it.each([FILE, fileAt("folder")])("ignores what was read before %s was deleted", async (gone) => {
    fireWatched("created", FILE.path);
    const [reading] = await readings(1);
    fireWatched("deleted", gone.path);
    reading?.end('{ "id": "ac_1" }');
    await settled();
    expect(index.all).toEqual([]);
    expect(notified).toEqual([]);
  });

  it("uses the latest read, whichever ends first", async () => {
    fireWatched("created", FILE.path);
    await readings(1);
    fireWatched("changed", FILE.path);
    const [first, second] = await readings(2);
    second?.end('{ "id": "ac_new" }');
    await settled();
    first?.end('{ "id": "ac_old" }');
    await settled();
    expect(index.namedBy(FILE)?.id).toBe("ac_new");
    expect(notified).toEqual(["ac_new"]);
  });

  it("ignores files in packages", async () => {
    fireWatched("created", "/node_modules/package/a.vaultconn.json");
    fireWatched("changed", "/folder/node_modules/package/a.vaultconn.json");
    fireWatched("created", FILE.path);
    const read = await readings(1);
    expect(read.map(({ path }) => path)).toEqual([FILE.path]);
  });
});
