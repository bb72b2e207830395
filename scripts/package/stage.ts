import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { execa } from "execa";

/**
 * What archives would contain of the computer that makes them: its time zone, the order of names, and the time of each
 * file. The time is the one that npm gives all files.
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
 * Writes a package into a temporary folder, and runs a tool there that makes an archive of it. The same contents and tools
 * give the same bytes on every computer.
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
      // Otherwise, the permissions depend on the user's umask.
      await chmod(file, programs.includes(path) ? 0o755 : 0o644);
    }
    const [tool = "", ...rest] = args;
    await execa(tool, rest, { cwd: folder, env: SAME_EVERYWHERE });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
