import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";
import { runProgram } from "../program.js";
import { updateCommandLine } from "./commandLine.js";
import { updateCommands } from "./commands.js";
import { INSTALL_PAGES, updateInstall } from "./install.js";
import { readManifest } from "./manifest.js";
import { updateProviders } from "./providers.js";
import { settingsPage } from "./settings.js";
import { updateVariants } from "./variants.js";

/**
 * Brings the pages that repeat the manifest, the schemas or the help of a command into step with them: npm run docs
 *
 * Prints which commands aren't described yet; what they do is written into the page by hand.
 */
async function main(): Promise<number> {
  const docs = join(ROOT, "docs");
  const manifest = await readManifest();
  await writeFile(join(docs, "settings.md"), settingsPage(manifest));
  const format = join(docs, "file-format.md");
  await writeFile(format, await updateVariants(await readFile(format, "utf8")));
  const commandLine = join(docs, "command-line.md");
  await writeFile(commandLine, await updateCommandLine(await readFile(commandLine, "utf8")));
  const providers = join(docs, "provider-presets.md");
  await writeFile(providers, updateProviders(await readFile(providers, "utf8")));
  for (const name of INSTALL_PAGES) {
    const file = join(ROOT, name);
    await writeFile(file, updateInstall(await readFile(file, "utf8")));
  }
  const { page, undescribed } = updateCommands(await readFile(join(docs, "commands.md"), "utf8"), manifest);
  await writeFile(join(docs, "commands.md"), page);
  for (const id of undescribed) console.log(`docs/commands.md does not say what ${id} does.`);
  return undescribed.length === 0 ? 0 : 1;
}

await runProgram(main);
