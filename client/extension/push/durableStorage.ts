import { join } from "node:path";
import type * as vscode from "vscode";
import { readKept, writeKept, type Storage } from "../../core/push/storage.js";

export function storageOf(memento: vscode.Memento): Storage {
  return { get: (key) => memento.get(key), set: (key, value) => memento.update(key, value) };
}

/**
 * A `Memento` that is also kept in a file, for what must outlive the window at any moment: VS Code writes a `Memento`
 * to the disk a little later than it says. The file is written only while the window is there to know of it, so that an
 * extension host that outlives its window takes nothing back.
 * @param folder where the file stands; without it the `Memento` alone is used.
 */
export async function durableStorage(
  memento: vscode.Memento,
  folder: Pick<vscode.Uri, "scheme" | "fsPath"> | undefined,
  name: string,
): Promise<Storage> {
  if (folder?.scheme !== "file") return storageOf(memento);
  const values = new Map(Object.entries((await readKept(join(folder.fsPath, name))) ?? {}));
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** Writes all there is by then. Whatever comes while another writing lasts is written at once after it. */
  const write = () => {
    next ??= writing.then(() => {
      next = undefined;
      return writeKept(folder.fsPath, name, JSON.stringify(Object.fromEntries(values)));
    });
    writing = next.catch(() => undefined);
    return next;
  };
  return {
    get: (key) => (values.has(key) ? values.get(key) : memento.get(key)),
    set: async (key, value) => {
      values.set(key, value);
      await memento.update(key, value);
      await write();
    },
  };
}
