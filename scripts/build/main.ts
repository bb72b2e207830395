import { parseArgs } from "node:util";

import { runProgram } from "../program.js";
import { buildAll } from "./build.js";

/** Builds what is shipped: npm run build, npm run watch */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { production: { type: "boolean", default: false }, watch: { type: "boolean", default: false } },
  });
  console.log("Building");
  await buildAll(values);
  if (values.watch) console.log("Watching");
}

await runProgram(main);
