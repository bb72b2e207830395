import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";
import { runProgram } from "../program.js";
import { UNDESCRIBED } from "./commands.js";
import { PAGES } from "./pages.js";

/**
 * Updates the pages that repeat the manifest, the schemas, or the help of a command: npm run docs
 *
 * Prints which commands aren't described yet; what they do is written into the page by hand.
 */
async function main(): Promise<number> {
  for (const [page, update] of PAGES) {
    const file = join(ROOT, page);
    await writeFile(file, await update(await readFile(file, "utf8")));
  }
  const lines = (await readFile(join(ROOT, "docs/commands.md"), "utf8")).split("\n");
  const undescribed = lines.filter((line) => line.includes(`: ${UNDESCRIBED} (`));
  for (const line of undescribed) console.log(`docs/commands.md does not say what this command does: ${line}`);
  return undescribed.length === 0 ? 0 : 1;
}

await runProgram(main);
