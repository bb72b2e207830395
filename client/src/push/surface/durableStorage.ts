import { join } from "node:path";
import type * as vscode from "vscode";
import { readKept, writeKept } from "../fileStorage.js";
import type { Storage } from "../storage.js";

const FILE = "pushes-under-way.json";

/**
 * A `Memento` that is also kept in a file, for what must outlive the window at
 * any moment: VS Code writes a `Memento` to the disk a little later than it says.
 * The file is written only while the window is there to know of it, so that an
 * extension host that outlives its window takes nothing back.
 * @param folder where the file stands; without it the `Memento` alone is used.
 */
export async function durableStorage(
  memento: vscode.Memento,
  folder: Pick<vscode.Uri, "scheme" | "fsPath"> | undefined,
): Promise<Storage> {
  if (folder?.scheme !== "file")
    return { get: (key) => memento.get(key), set: (key, value) => memento.update(key, value) };
  const kept = await readKept(join(folder.fsPath, FILE));
  return {
    get: (key) => kept?.[key] ?? memento.get(key),
    set: async (key, value) => {
      await memento.update(key, value);
      await writeKept(folder.fsPath, FILE, JSON.stringify({ [key]: value }));
    },
  };
}
