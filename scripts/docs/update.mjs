/**
 * Brings the pages that repeat the manifest or the schemas into step with them: npm run docs
 * Says which commands are not described yet; what they do is written into the page by hand.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.mjs";
import { updateCommands } from "./commands.mjs";
import { readManifest } from "./manifest.mjs";
import { settingsPage } from "./settings.mjs";
import { updateVariants } from "./variants.mjs";

/** @returns {Promise<readonly string[]>} what is left to be written by hand, in sentences */
async function update() {
  const docs = join(ROOT, "docs");
  const manifest = await readManifest();
  await writeFile(join(docs, "settings.md"), settingsPage(manifest));
  const format = join(docs, "file-format.md");
  await writeFile(format, await updateVariants(await readFile(format, "utf8")));
  const { page, undescribed } = updateCommands(await readFile(join(docs, "commands.md"), "utf8"), manifest);
  await writeFile(join(docs, "commands.md"), page);
  return undescribed.map((id) => `docs/commands.md does not say what ${id} does.`);
}

// What the manifest or a schema lacks is told in a sentence, as what is left to be written is.
const left = await update().catch((/** @type {Error} */ { message }) => [message]);
for (const sentence of left) console.log(sentence);
process.exitCode = left.length === 0 ? 0 : 1;
