import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

import manifest from "../../package.json" with { type: "json" };
import { buildAll } from "../build/build.js";
import { PACKAGES, ROOT } from "../folders.js";
import { compareTranslations, describeMissing } from "../l10n/translations.js";
import { runProgram } from "../program.js";
import { missingPictures, packageExtension } from "./extension.js";
import { NPM_PACKAGES, packageForNpm } from "./npm.js";
import { sbomOf, sha256 } from "./sbom.js";

/**
 * Builds, and makes what a release consists of, into dist/packages/: npm run package [-- --release --ref v1.2.3]
 *
 * That is the extension, the packages for npm, for each of them the list of what is bundled in it, and the checksums of
 * all these files. The extension is in dist/, too, for anyone who wants that alone.
 *
 * `--ref` is the tag, branch or commit that has the README's pictures, the main branch if not given. `--release` refuses
 * texts without a translation, which otherwise are in English. A picture that the README shows and that isn't there is
 * refused in any case.
 */
async function main(args: readonly string[]): Promise<void> {
  const options = { ref: { type: "string", default: "main" }, release: { type: "boolean" } } as const;
  const { ref, release } = parseArgs({ args: [...args], options }).values;
  const missing = release ? describeMissing(await compareTranslations()) : "";
  if (missing !== "") throw new Error(missing);
  const pictures = missingPictures(await readFile(join(ROOT, "README.md"), "utf8"), ROOT);
  if (pictures.length > 0) throw new Error(`README.md shows pictures that are missing: ${pictures.join(", ")}`);
  const bundles = await buildAll({ production: true });
  await rm(PACKAGES, { recursive: true, force: true });
  await mkdir(PACKAGES, { recursive: true });
  const extension = await packageExtension(bundles, ref);
  await cp(extension.file, join(PACKAGES, "..", basename(extension.file)));
  const made = [extension];
  for (const each of NPM_PACKAGES) made.push(await packageForNpm(each, bundles));
  const files = made.map(({ file }) => file);
  for (const each of made) {
    const list = join(PACKAGES, `${each.name}-${manifest.version}.cdx.json`);
    await writeFile(list, await sbomOf(each));
    files.push(list);
  }
  // As `sha256sum --check` reads them in the folder of the files.
  const lines = await Promise.all(files.map(async (file) => `${await sha256(file)}  ${basename(file)}\n`));
  await writeFile(join(PACKAGES, "SHA256SUMS"), lines.join(""));
}

await runProgram(main);
