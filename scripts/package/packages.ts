import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../folders.js";
import { type Bundles, bundledPackages } from "./bundled.js";
import { packageExtension } from "./extension.js";
import { bundlesOf, NPM_PACKAGES, packageForNpm } from "./npm.js";
import { sbomOf, sha256 } from "./sbom.js";

/** Holds what a release consists of, and nothing else. The extension is in `dist/`, too, for anyone who wants that alone. */
export const PACKAGES = join(ROOT, "dist", "packages");

/**
 * Makes what a release consists of: the extension, the packages for npm, for each of them the list of what is bundled
 * in it, and the checksums of all these files.
 *
 * @param bundles what was built
 * @param ref the tag of the repository that is released, or a branch or commit that has the README's pictures
 */
export async function makePackages(bundles: Bundles, ref: string): Promise<void> {
  await rm(PACKAGES, { recursive: true, force: true });
  await mkdir(PACKAGES, { recursive: true });
  const { name, version, license, publisher } = manifest;
  const file = join(PACKAGES, `${name}-${version}.vsix`);
  const own = await packageExtension(manifest, bundles, file, ref);
  await cp(file, join(PACKAGES, "..", basename(file)));
  const purl = `pkg:vscode-extension/${publisher}/${name}@${version}`;
  const subjects = [{ name, version, license, bundles: own, purl, file }];
  for (const made of NPM_PACKAGES) {
    await packageForNpm(made, manifest, bundles, PACKAGES);
    subjects.push({
      ...{ name: made.name, version, license, bundles: bundlesOf(made, manifest, bundles) },
      purl: `pkg:npm/${made.name}@${version}`,
      file: join(PACKAGES, `${made.name}-${version}.tgz`),
    });
  }
  const files = subjects.map(({ file }) => file);
  for (const subject of subjects) {
    const list = join(PACKAGES, `${subject.name}-${version}.cdx.json`);
    await writeFile(list, await sbomOf(subject, await bundledPackages(subject.bundles)));
    files.push(list);
  }
  // As `sha256sum --check` reads them in the folder of the files.
  const lines = await Promise.all(files.map(async (each) => `${await sha256(each)}  ${basename(each)}\n`));
  await writeFile(join(PACKAGES, "SHA256SUMS"), lines.join(""));
}
