import { type Uri } from "vscode";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { FileMemory } from "../../../client/extension/editor/fileMemory.js";
import { SetupFileIndex } from "../../../client/extension/editor/setupFileIndex.js";

interface Reading {
  readonly path: string;
  /** Lets it end with this text. */
  readonly end: (text: string) => void;
}

/** The watchers that were made and the reads that haven't ended. */
const editor = vi.hoisted(() => ({
  watchers: [] as { pattern: string; fire: Record<"created" | "changed" | "deleted", { fire(uri: unknown): void }> }[],
  readings: [] as unknown[],
}));

vi.mock("vscode", async () => {
  const { Disposable, EventEmitter } = await import("../sidebar/vscodeStub.js");
  const nobody = () => new Disposable(() => undefined);
  return {
    Disposable,
    EventEmitter,
    FileType: { Directory: 2 },
    workspace: {
      createFileSystemWatcher: (pattern: string) => {
        const [created, changed, deleted] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
        editor.watchers.push({ pattern, fire: { created, changed, deleted } });
        return {
          onDidCreate: created.event,
          onDidChange: changed.event,
          onDidDelete: deleted.event,
          dispose: () => undefined,
        };
      },
      onDidRenameFiles: nobody,
      onDidSaveTextDocument: nobody,
      onDidChangeWorkspaceFolders: nobody,
      getWorkspaceFolder: () => ({}),
      asRelativePath: (uri: { path: string }) => uri.path,
      decode: (text: string) => text,
      fs: {
        stat: (uri: { path: string }) => Promise.resolve({ size: 100, type: uri.path.endsWith(".json") ? 1 : 2 }),
        readFile: ({ path }: { path: string }) =>
          new Promise((end) => {
            editor.readings.push({ path, end });
          }),
      },
    },
  };
});

const FILE = fileAt("folder/a.vaultconn.json");

function fileAt(path: string): Uri {
  return { path, toString: () => `file:///${path}` } as unknown as Uri;
}

/** Tells all watchers, or only those of everything, as of a folder. */
function tell(what: "created" | "changed" | "deleted", uri: Uri): void {
  for (const { pattern, fire } of editor.watchers)
    if (pattern === "**" || uri.path.endsWith(".vaultconn.json")) fire[what].fire(uri);
}

/** The reads that have begun, once there are so many. */
async function readings(count: number): Promise<readonly Reading[]> {
  await vi.waitUntil(() => editor.readings.length === count, { timeout: 60_000 });
  return editor.readings as readonly Reading[];
}

/** All that has been begun has gone as far as it can without a read. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("which file is for which connection, while files change", () => {
  let index: SetupFileIndex;
  let notified: string[];

  beforeEach(() => {
    editor.watchers.length = editor.readings.length = 0;
    const memory = { get: () => undefined, onDidChange: () => ({ dispose: () => undefined }) };
    index = new SetupFileIndex(memory as unknown as FileMemory, []);
    notified = [];
    index.onDidChange((changed) => notified.push(...changed.map(({ id }) => id)));
  });

  it.each([FILE, fileAt("folder")])("does not take up again what was read before %s was deleted", async (gone) => {
    tell("created", FILE);
    const [reading] = await readings(1);
    tell("deleted", gone);
    reading?.end('{ "id": "ac_1" }');
    await settled();
    expect(index.all).toEqual([]);
    expect(notified).toEqual([]);
  });

  it("goes by the last read, whichever ends first", async () => {
    tell("created", FILE);
    await readings(1);
    tell("changed", FILE);
    const [first, second] = await readings(2);
    second?.end('{ "id": "ac_new" }');
    await settled();
    first?.end('{ "id": "ac_old" }');
    await settled();
    expect(index.namedBy(FILE)?.id).toBe("ac_new");
    expect(notified).toEqual(["ac_new"]);
  });

  it("reads a file that comes again after it was deleted", async () => {
    tell("created", FILE);
    await readings(1);
    tell("deleted", FILE);
    tell("created", FILE);
    const [, second] = await readings(2);
    second?.end('{ "id": "ac_1" }');
    await settled();
    expect(index.filesFor("ac_1", "acme.example.com")).toEqual([FILE]);
  });

  it("reads none of a package", async () => {
    tell("created", fileAt("node_modules/package/a.vaultconn.json"));
    tell("changed", fileAt("folder/node_modules/package/a.vaultconn.json"));
    tell("created", FILE);
    const read = await readings(1);
    expect(read.map(({ path }) => path)).toEqual([FILE.path]);
  });
});
