/**
 * Brings the translations into step with the sources: npm run l10n
 * Texts that are gone are removed, new and changed ones are empty, to be filled in. Says how many are empty.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileOf, LANGUAGES, manifestFileOf, manifestTranslations, PARTS, ROOT, translations } from "./bundles.mjs";
import { textsOf } from "./texts.mjs";

let empty = 0;

/** Writes one translation after the other, and counts those that wait. */
async function write(file, translated, messageOf) {
  empty += Object.values(translated).filter((each) => messageOf(each) === "").length;
  await writeFile(file, `${JSON.stringify(translated, null, 2)}\n`);
}

for (const part of PARTS) {
  const texts = [...(await textsOf(part))].sort();
  for (const language of LANGUAGES) {
    const known = await translations(part, language);
    await write(
      fileOf(part, language),
      Object.fromEntries(texts.map((english) => [english, known[english] ?? ""])),
      (message) => message,
    );
  }
}

const manifest = Object.entries(JSON.parse(await readFile(path.join(ROOT, "package.nls.json"), "utf8")));
for (const language of LANGUAGES) {
  const known = await manifestTranslations(language);
  // What was translated from another text than the one that stands there now is translated anew.
  const translated = manifest.map(([key, english]) => [
    key,
    known[key]?.comment[0] === english ? known[key] : { comment: [english], message: "" },
  ]);
  await write(manifestFileOf(language), Object.fromEntries(translated), ({ message }) => message);
}
console.log(empty === 0 ? "Every text is translated." : `${empty} texts wait for their translation.`);
process.exitCode = empty === 0 ? 0 : 1;
