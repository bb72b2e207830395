import { parseArgs } from "node:util";

import { buildAll } from "../build/build.js";
import { makePackages } from "./packages.js";

/** Builds, and makes what a release consists of, into dist/packages/: npm run package [-- --ref v1.2.3] */
export async function main(args: readonly string[]): Promise<undefined> {
  const { ref } = parseArgs({ args: [...args], options: { ref: { type: "string" } } }).values;
  await makePackages(await buildAll({ production: true }), ref);
}
