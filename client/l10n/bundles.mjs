/**
 * The texts in other languages: each part keeps its own, in `<part>/l10n/<language>.json`
 * with the English text as the key, and both processes load one bundle with all of them.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export const LANGUAGES = /** @type {const} */ (["de", "ja"]);
export const PARTS = /** @type {const} */ (["schemas", "server", "client"]);

/** @param {string} part @param {string} language */
export function fileOf(part, language) {
  return path.join(ROOT, part, "l10n", `${language}.json`);
}

/**
 * The translations of one part.
 *
 * @param {string} part
 * @param {string} language
 * @returns {Promise<Record<string, string>>} by English text
 */
export async function translations(part, language) {
  return JSON.parse(await readFile(fileOf(part, language), "utf8"));
}

/**
 * Writes `bundle.l10n.<language>.json` for every language.
 *
 * @param {string} folder is made anew
 */
export async function writeBundles(folder) {
  // A language that is gone would otherwise stay, and get into the package.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const language of LANGUAGES) {
    const parts = await Promise.all(PARTS.map((part) => translations(part, language)));
    await writeFile(path.join(folder, `bundle.l10n.${language}.json`), JSON.stringify(Object.assign({}, ...parts)));
  }
}
