/**
 * The texts in other languages: each part keeps its own, in `<part>/l10n/<language>.json`
 * with the English text as the key, and both processes load one bundle with all of them.
 * Those of the manifest stand where VS Code looks for them, each with the English text
 * it was translated from as its comment, so that a change of that text is noticed.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The languages beside English, as VS Code names them. */
export const LANGUAGES = /** @type {const} */ (["de", "ja"]);
/** The folders with texts of their own. */
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
 * @returns {Promise<Record<string, string>>} by English text; empty for a language that is only begun
 */
export async function translations(part, language) {
  return readOrEmpty(fileOf(part, language));
}

/** @param {string} language */
export function manifestFileOf(language) {
  return path.join(ROOT, `package.nls.${language}.json`);
}

/**
 * The translations of the manifest, in the form that VS Code reads.
 *
 * @param {string} language
 * @returns {Promise<Record<string, { comment: [english: string], message: string }>>} by key; empty for a language that is only begun
 */
export async function manifestTranslations(language) {
  return readOrEmpty(manifestFileOf(language));
}

/** @param {string} file */
async function readOrEmpty(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
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
