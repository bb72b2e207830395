import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { type Metafile } from "esbuild";

/** What the bundler reports about each file in `dist/`: its sources, and how much of them it contains. */
export type Bundles = Metafile["outputs"];

/** A package of which something is in a bundle. */
export interface Bundled {
  /** Where it lies, relative to the working directory. */
  readonly folder: string;
  readonly manifest: { readonly name: string; readonly version: string; readonly license: string };
}

/** The folder of the package that a bundled file belongs to: the last `node_modules` of its path counts. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice|third-?party-?notices)/i;
/** License texts of packages that don't include theirs. */
const SUPPLIED = "scripts/package/licences";

/**
 * The packages of which something is in one of the bundles. Unused code, which the bundler removed, doesn't count.
 *
 * @param files the paths of the bundles that count, among others
 * @returns sorted by name and version, so that it doesn't matter where they were installed
 */
export async function bundledPackages(bundles: Bundles, files: readonly string[]): Promise<readonly Bundled[]> {
  const shipped = files
    .flatMap((file) => Object.entries(bundles[file]?.inputs ?? {}))
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

/**
 * The license texts of everything that is in a package of ours.
 *
 * @throws {Error} that names the file to add if a package brings no text: it can't be shipped as it is
 */
export async function noticesOf(packages: readonly Bundled[]): Promise<string> {
  const sections = await Promise.all(packages.map(noticeOf));
  return ["This package contains the following packages, under the licences given.\n", ...sections].join("\n");
}

async function noticeOf({ folder, manifest: { name, version, license } }: Bundled): Promise<string> {
  const own = (await readdir(folder))
    .filter((entry) => LICENCE_FILE.test(entry))
    .sort()
    .map((entry) => join(folder, entry));
  const files = own.length > 0 ? own : [join(SUPPLIED, `${name}.txt`)];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const title = `${name} ${version} (${license})`;
  return [
    title,
    "-".repeat(title.length),
    "",
    ...texts.map((text) => `${text.replaceAll("\r\n", "\n").trim()}\n`),
  ].join("\n");
}
