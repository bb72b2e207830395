/**
 * Brings the translations into step with the sources: node test/l10n/update.mjs
 * Texts that are gone are removed, new ones are added empty, to be filled in. Says how many are empty.
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileOf, LANGUAGES, PARTS, translations } from "../../client/l10n/bundles.mjs";
import { textsOf } from "./texts.mjs";

let empty = 0;

/** Writes the translation of each key, empty where there is none yet, in the order of the keys. */
async function write(file, keys, known) {
  const lines = Object.fromEntries(keys.map((key) => [key, known[key] ?? ""]));
  empty += Object.values(lines).filter((text) => text === "").length;
  await writeFile(file, `${JSON.stringify(lines, null, 2)}\n`);
}

const read = async (file) => JSON.parse(await readFile(file, "utf8"));

for (const part of PARTS) {
  const texts = [...(await textsOf(part))].sort();
  for (const language of LANGUAGES) await write(fileOf(part, language), texts, await translations(part, language));
}
const manifest = Object.keys(await read("package.nls.json"));
for (const language of LANGUAGES) await write(`package.nls.${language}.json`, manifest, await read(`package.nls.${language}.json`));
console.log(empty === 0 ? "Every text is translated." : `${empty} texts wait for their translation.`);
process.exitCode = empty === 0 ? 0 : 1;
