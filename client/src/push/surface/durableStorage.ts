import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type * as vscode from "vscode";
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
  const kept = await read(join(folder.fsPath, FILE));
  return {
    get: (key) => kept?.[key] ?? memento.get(key),
    set: async (key, value) => {
      await memento.update(key, value);
      await write(folder.fsPath, JSON.stringify({ [key]: value }));
    },
  };
}

async function read(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the whole file and waits until the disk has it; a reader sees the old text or the new one. */
async function write(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written = join(folder, `${FILE}.new`);
  const handle = await open(written, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(written, join(folder, FILE));
}
