import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type Metafile } from "esbuild";

import { ROOT } from "../folders.js";

/** The folder of the package that a bundled file belongs to: the last `node_modules` of its path counts. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice|third-?party-?notices)/i;
/** Texts of packages that do not bring theirs. */
const SUPPLIED = join(ROOT, "scripts", "package", "licences");

/**
 * Writes the licence texts of everything that went into the bundles.
 *
 * @param metafiles what the bundler says it put together, with paths from the
 *   working directory
 * @param file where the notices go
 * @throws {Error} that names a package without a licence text: it cannot be shipped as it is
 */
export async function writeNotices(metafiles: readonly Metafile[], file: string): Promise<void> {
  const folders = bundledPackages(metafiles);
  const sections = await Promise.all(folders.map(noticeOf));
  await writeFile(
    file,
    ["This extension contains the following packages, under the licences given.\n", ...sections].join("\n"),
  );
}

/**
 * The folders of the packages of which something is in a bundle. What was read and then dropped as unused is left out.
 *
 * @returns sorted
 */
function bundledPackages(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs));
  const shipped = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const folders = shipped.flatMap(([path]) => PACKAGE_FOLDER.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

async function noticeOf(folder: string): Promise<string> {
  const text = await readFile(join(folder, "package.json"), "utf8");
  const { name, version, license } = JSON.parse(text) as Record<"name" | "version" | "license", string>;
  const own = (await readdir(folder))
    .filter((entry) => LICENCE_FILE.test(entry))
    .sort()
    .map((entry) => join(folder, entry));
  const files = own.length > 0 ? own : [join(SUPPLIED, `${name}.txt`)];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8"))).catch((cause: unknown) => {
    throw new Error(
      `${name} ${version} is bundled and has no licence text. Put that of its repository into scripts/package/licences/${name}.txt.`,
      { cause },
    );
  });
  const title = `${name} ${version} (${license})`;
  return [
    title,
    "-".repeat(title.length),
    "",
    ...texts.map((text) => `${text.replaceAll("\r\n", "\n").trim()}\n`),
  ].join("\n");
}
