import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";
import { type Bundles, bundledPackages } from "./bundled.js";
import { checksumsOf } from "./checksums.js";
import { packageExtension } from "./extension.js";
import { readManifest } from "./manifest.js";
import { bundlesOf, NPM_PACKAGES, packageForNpm } from "./npm.js";
import { sbomOf } from "./sbom.js";

/** Holds what a release consists of, and nothing else. */
export const PACKAGES = join(ROOT, "dist", "packages");

/**
 * Makes what a release consists of: the extension, the packages for npm, for each of them the list of what is bundled
 * in it, and the checksums of all these files.
 *
 * @param bundles what was built
 * @param ref the tag of the repository that is released, if one is; see readme.ts
 */
export async function makePackages(bundles: Bundles, ref: string | undefined): Promise<void> {
  await rm(PACKAGES, { recursive: true, force: true });
  await mkdir(PACKAGES, { recursive: true });
  const manifest = await readManifest();
  const { name, version, license, publisher } = manifest;
  const extension = {
    ...{ name, version, license, bundles },
    purl: `pkg:vscode-extension/${publisher}/${name}@${version}`,
    file: join(PACKAGES, `${name}-${version}.vsix`),
  };
  await packageExtension(manifest, extension.file, ref);
  const subjects = [extension];
  for (const made of NPM_PACKAGES) {
    await packageForNpm(made, manifest, bundles, PACKAGES);
    subjects.push({
      ...{ name: made.name, version, license, bundles: bundlesOf(made, bundles) },
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
  await writeFile(join(PACKAGES, "SHA256SUMS"), await checksumsOf(files));
}
