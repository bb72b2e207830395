/**
 * Makes the .vsix in dist/ of what was built: npm run package [-- --ref v1.2.3]
 *
 * What goes in is listed in .vscodeignore. With --ref, the README's pictures and links are addressed at that tag of the
 * repository, as the galleries want them; see readme.mjs.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import vsce from "@vscode/vsce";

import { standaloneReadme } from "./readme.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { ref } = parseArgs({ options: { ref: { type: "string" } } }).values;

const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const repository = manifest.repository.url.replace(/\.git$/, "");
const stage = await mkdtemp(join(tmpdir(), "vault-connections-package-"));
try {
  for (const file of await vsce.listFiles({ cwd: ROOT, packageManager: vsce.PackageManager.None })) {
    await mkdir(dirname(join(stage, file)), { recursive: true });
    await cp(join(ROOT, file), join(stage, file));
  }
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  await writeFile(join(stage, "README.md"), standaloneReadme(readme, repository, ref));
  // What serves development alone says nothing to whoever installs the package.
  const { scripts: _, devDependencies: __, overrides: ___, private: ____, ...shipped } = manifest;
  await writeFile(join(stage, "package.json"), `${JSON.stringify(shipped, null, 2)}\n`);
  await writeFile(join(stage, ".vscodeignore"), "");
  const packagePath = join(ROOT, "dist", `${manifest.name}-${manifest.version}.vsix`);
  await vsce.createVSIX({ cwd: stage, packagePath, dependencies: false, rewriteRelativeLinks: false });
} finally {
  await rm(stage, { recursive: true, force: true });
}
