import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";
import { type Bundles, bundledPackages } from "./bundled.js";
import { checksumsOf } from "./checksums.js";
import { packageExtension } from "./extension.js";
import { readManifest } from "./manifest.js";
import { sbomOf } from "./sbom.js";
import { packageServer, SERVER_PACKAGE, serverBundles } from "./server.js";

/** Holds what a release consists of, and nothing else. */
export const PACKAGES = join(ROOT, "dist", "packages");

/**
 * Makes what a release consists of: the extension, the language server's npm package, for each of them the list of what
 * is bundled in it, and the checksums of all these files.
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
    ...{ name, version, license },
    purl: `pkg:vscode-extension/${publisher}/${name}@${version}`,
    file: join(PACKAGES, `${name}-${version}.vsix`),
  };
  const server = {
    ...{ name: SERVER_PACKAGE, version, license },
    purl: `pkg:npm/${SERVER_PACKAGE}@${version}`,
    file: join(PACKAGES, `${SERVER_PACKAGE}-${version}.tgz`),
  };
  await packageExtension(manifest, extension.file, ref);
  await packageServer(manifest, bundles, PACKAGES);
  const files = [extension.file, server.file];
  for (const [subject, inside] of [
    [extension, bundles],
    [server, serverBundles(bundles)],
  ] as const) {
    const list = join(PACKAGES, `${subject.name}-${version}.cdx.json`);
    await writeFile(list, await sbomOf(subject, await bundledPackages(inside)));
    files.push(list);
  }
  await writeFile(join(PACKAGES, "SHA256SUMS"), await checksumsOf(files));
}
