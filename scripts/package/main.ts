import { parseArgs } from "node:util";

import { buildAll } from "../build/build.js";
import { makePackage } from "./package.js";

/** Builds, and makes the .vsix in dist/ of it: npm run package [-- --ref v1.2.3] */
export async function main(args: readonly string[]): Promise<undefined> {
  const { ref } = parseArgs({ args: [...args], options: { ref: { type: "string" } } }).values;
  await buildAll({ production: true });
  await makePackage(ref);
}
