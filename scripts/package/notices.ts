import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";
import { type Bundled } from "./bundled.js";

const LICENCE_FILE = /^(licen[cs]e|copying|notice|third-?party-?notices)/i;
/** Texts of packages that do not bring theirs. */
const SUPPLIED = join(ROOT, "scripts", "package", "licences");

/**
 * The licence texts of everything that is in a package of ours.
 *
 * @throws {Error} that names a package without a licence text: it cannot be shipped as it is
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
