import { writeFile } from "node:fs/promises";

import { runProgram } from "../program.js";
import { compareTranslations, describeMissing } from "./translations.js";

/**
 * Updates the translations from the sources: npm run l10n
 *
 * Removes translations of texts that no longer exist, and lists the texts without a translation. Until they have one,
 * they're shown in English.
 */
async function main(): Promise<void> {
  const comparisons = await compareTranslations();
  for (const { file, current } of comparisons) await writeFile(file, `${JSON.stringify(current, null, 2)}\n`);
  console.log(describeMissing(comparisons) || "Every text is translated.");
}

await runProgram(main);
