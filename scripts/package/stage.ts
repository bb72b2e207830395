import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { execa } from "execa";

/**
 * What tools that make archives write down of the machine they run on: its time zone, the order it sorts names in, and
 * the time of each file, for which npm's own fixed time is given.
 */
const SAME_EVERYWHERE = { TZ: "UTC", LC_ALL: "C", SOURCE_DATE_EPOCH: "499162500" };

/** A manifest as npm would write it. */
export function written(manifest: object): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Reads files of the project, as they go into a package under the same paths. */
export async function readAll(files: readonly string[]): Promise<Map<string, Buffer>> {
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}

/**
 * Lays out a package in a folder of its own, has a tool make an archive of it, and takes the folder away. The same
 * contents give the same archive, with the same tools, anyone who makes it, where, and when.
 *
 * @param contents the contents of the package, by their paths in it
 * @param programs paths of files that can be run
 * @param args the tool's, which runs in the folder; it is a script for Node, or `npm`
 */
export async function archive(
  contents: ReadonlyMap<string, string | Buffer>,
  programs: readonly string[],
  args: readonly string[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "vault-connections-package-"));
  try {
    for (const [path, content] of contents) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      // What a file may be made with depends on who makes it.
      await chmod(file, programs.includes(path) ? 0o755 : 0o644);
    }
    const [tool = "", ...rest] = args;
    await execa(tool, rest, { cwd: folder, env: SAME_EVERYWHERE });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
