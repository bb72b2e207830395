import { readFile, writeFile } from "node:fs/promises";

import { runProgram } from "../program.js";
import { fileOf, LANGUAGES, manifestFileOf, manifestTranslations, PARTS, translations } from "./bundles.js";
import { textsOf } from "./texts.js";

/**
 * Updates the translations from the sources: npm run l10n
 *
 * Removes translations of texts that no longer exist. New and changed ones are empty, to be filled in; it prints how many.
 */
async function main(): Promise<number> {
  const empty: unknown[] = [];
  const manifest = JSON.parse(await readFile("package.nls.json", "utf8")) as Record<string, string>;
  for (const language of LANGUAGES) {
    for (const part of PARTS) {
      const known = await translations(part, language);
      const texts = [...(await textsOf(part))].sort().map((english) => [english, known[english] ?? ""] as const);
      empty.push(...texts.filter(([, text]) => text === ""));
      await writeJson(fileOf(part, language), texts);
    }
    const known = await manifestTranslations(language);
    const texts = Object.entries(manifest).map(([key, english]) => {
      const before = known[key];
      // If the English text has changed, it needs a new translation.
      return [key, before?.comment[0] === english ? before : { comment: [english], message: "" }] as const;
    });
    empty.push(...texts.filter(([, { message }]) => message === ""));
    await writeJson(manifestFileOf(language), texts);
  }
  console.log(empty.length === 0 ? "Every text is translated." : `${empty.length} texts need a translation.`);
  return empty.length === 0 ? 0 : 1;
}

async function writeJson(file: string, texts: readonly (readonly [string, unknown])[]): Promise<void> {
  await writeFile(file, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
}

await runProgram(main);
