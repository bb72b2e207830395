import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { ROOT } from "../folders.js";
import { runProgram } from "../program.js";
import { fileOf, LANGUAGES, manifestFileOf, manifestTranslations, PARTS, translations } from "./bundles.js";
import { textsOf } from "./texts.js";

/**
 * Brings the translations into step with the sources: npm run l10n
 *
 * Texts that are gone are removed, new and changed ones are empty, to be filled in. Prints how many are empty.
 */
async function main(): Promise<number> {
  let empty = 0;
  for (const language of LANGUAGES) {
    for (const part of PARTS) empty += await updatePart(part, language);
    empty += await updateManifest(language);
  }
  console.log(empty === 0 ? "Every text is translated." : `${empty} texts wait for their translation.`);
  return empty === 0 ? 0 : 1;
}

/** @returns how many texts wait */
async function updatePart(part: string, language: string): Promise<number> {
  const known = await translations(part, language);
  const texts = [...(await textsOf(part))].sort();
  const translated = Object.fromEntries(texts.map((english) => [english, known[english] ?? ""]));
  await writeJson(fileOf(part, language), translated);
  return Object.values(translated).filter((text) => text === "").length;
}

/** @returns how many texts wait. What was translated from another text than the one that stands there now does, too. */
async function updateManifest(language: string): Promise<number> {
  const known = await manifestTranslations(language);
  const texts = JSON.parse(await readFile(path.join(ROOT, "package.nls.json"), "utf8")) as Record<string, string>;
  const translated = Object.entries(texts).map(([key, english]) => {
    const before = known[key];
    return [key, before?.comment[0] === english ? before : { comment: [english], message: "" }] as const;
  });
  await writeJson(manifestFileOf(language), Object.fromEntries(translated));
  return translated.filter(([, { message }]) => message === "").length;
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

await runProgram(main);
