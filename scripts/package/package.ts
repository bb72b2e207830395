import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";

import { ROOT } from "../folders.js";
import { standaloneReadme } from "./readme.js";

/** What serves development alone says nothing to whoever installs the package. */
const FOR_DEVELOPMENT = new Set(["scripts", "devDependencies", "overrides", "private"]);

/**
 * Makes the .vsix in dist/ of what was built. What goes in is listed in .vscodeignore.
 *
 * @param ref the tag of the repository that the README's pictures and links are addressed at, as the galleries want
 *   them; see readme.ts
 */
export async function makePackage(ref: string | undefined): Promise<void> {
  const text = await readFile(join(ROOT, "package.json"), "utf8");
  const manifest = JSON.parse(text) as Record<"name" | "version", string> & { repository: { url: string } };
  const repository = manifest.repository.url.replace(/\.git$/, "");
  const stage = await mkdtemp(join(tmpdir(), "vault-connections-package-"));
  try {
    for (const file of await listFiles({ cwd: ROOT, packageManager: PackageManager.None })) {
      await mkdir(dirname(join(stage, file)), { recursive: true });
      await cp(join(ROOT, file), join(stage, file));
    }
    const readme = await readFile(join(ROOT, "README.md"), "utf8");
    await writeFile(join(stage, "README.md"), standaloneReadme(readme, repository, ref));
    const shipped = Object.fromEntries(Object.entries(manifest).filter(([key]) => !FOR_DEVELOPMENT.has(key)));
    await writeFile(join(stage, "package.json"), `${JSON.stringify(shipped, null, 2)}\n`);
    await writeFile(join(stage, ".vscodeignore"), "");
    const packagePath = join(ROOT, "dist", `${manifest.name}-${manifest.version}.vsix`);
    await createVSIX({ cwd: stage, packagePath, dependencies: false, rewriteRelativeLinks: false });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
