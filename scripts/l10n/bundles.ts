/**
 * The texts in other languages: each part keeps its own, in `<part>/l10n/<language>.json`
 * with the English text as the key, and both processes load one bundle with all of them.
 * Those of the manifest stand where VS Code looks for them, each with the English text
 * it was translated from as its comment, so that a change of that text is noticed.
 * What isn't translated isn't in these files, and is shown in English.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A text of the manifest in another language, in the form that VS Code reads, with the English text it was made from. */
export interface ManifestText {
  readonly comment: readonly [english: string];
  readonly message: string;
}

/** The languages beside English, as VS Code names them. */
export const LANGUAGES = ["de", "ja"] as const;
/** The folders with texts of their own. */
export const PARTS = ["schemas", "server", "client"] as const;
export type Part = (typeof PARTS)[number];

/** The file with the translations of one part. */
export function fileOf(part: string, language: string): string {
  return `${part}/l10n/${language}.json`;
}

/** The translations of one part, by English text. */
export async function translations(part: string, language: string): Promise<Readonly<Record<string, string>>> {
  return (await readOrEmpty(fileOf(part, language))) as Readonly<Record<string, string>>;
}

/** The file with the translations of the manifest. */
export function manifestFileOf(language: string): string {
  return `package.nls.${language}.json`;
}

/** The translations of the manifest, by key. */
export async function manifestTranslations(language: string): Promise<Readonly<Record<string, ManifestText>>> {
  return (await readOrEmpty(manifestFileOf(language))) as Readonly<Record<string, ManifestText>>;
}

/** A language that is only begun has no files. */
async function readOrEmpty(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
}

/** Writes `bundle.l10n.<language>.json` for every language. @param folder is made again */
export async function writeBundles(folder: string): Promise<void> {
  // Otherwise, a removed language would stay in the package.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of await bundles(PARTS)) await writeFile(join(folder, name), text);
}

/** The bundles of every language, with the texts of some parts. */
export async function bundles(parts: readonly Part[]): Promise<readonly (readonly [name: string, text: string])[]> {
  return Promise.all(
    LANGUAGES.map(async (language) => {
      const texts = await Promise.all(parts.map((part) => translations(part, language)));
      return [`bundle.l10n.${language}.json`, JSON.stringify(Object.assign({}, ...texts))] as const;
    }),
  );
}
