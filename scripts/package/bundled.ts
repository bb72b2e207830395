import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { type Metafile } from "esbuild";

/** What the bundler says of the files it has made, by their paths in `dist/`: the sources of each, and how much of them. */
export type Bundles = Metafile["outputs"];

/** A package of which something is in a bundle. */
export interface Bundled {
  /** Where it lies, relative to the working directory. */
  readonly folder: string;
  readonly manifest: { readonly name: string; readonly version: string; readonly license: string };
}

/** The folder of the package that a bundled file belongs to: the last `node_modules` of its path counts. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * The packages of which something is in one of the bundles. What was read and then dropped as unused is left out.
 *
 * @returns sorted by name and version, so that it does not matter where they were installed
 */
export async function bundledPackages(bundles: Bundles): Promise<readonly Bundled[]> {
  const shipped = Object.values(bundles)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const folders = new Set(shipped.flatMap(([path]) => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const packages = await Promise.all(
    [...folders].map(async (folder) => {
      const text = await readFile(join(folder, "package.json"), "utf8");
      return { folder, manifest: JSON.parse(text) as Bundled["manifest"] };
    }),
  );
  const key = ({ manifest }: Bundled): string => `${manifest.name} ${manifest.version}`;
  return packages.sort((one, other) => (key(one) < key(other) ? -1 : 1));
}
