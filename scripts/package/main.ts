import { parseArgs } from "node:util";

import { buildAll } from "../build/build.js";
import { runProgram } from "../program.js";
import { makePackages } from "./packages.js";

/**
 * Builds, and makes what a release consists of, into dist/packages/: npm run package [-- --ref v1.2.3]
 *
 * Without a tag the README shows the pictures of the main branch.
 */
async function main(args: readonly string[]): Promise<void> {
  const { ref } = parseArgs({ args: [...args], options: { ref: { type: "string", default: "main" } } }).values;
  await makePackages(await buildAll({ production: true }), ref);
}

await runProgram(main);
