import { parseArgs } from "node:util";

import { compileSchemas } from "../../schemas/compile.js";
import { runProgram } from "../program.js";
import { writeContributions } from "./contributions.js";

/**
 * Compiles the schemas, and writes what the extension contributes into the manifest: npm run generate [-- --check]
 *
 * With `--check`, the manifest is only compared.
 */
async function main(args: readonly string[]): Promise<number> {
  const { check } = parseArgs({ args: [...args], options: { check: { type: "boolean", default: false } } }).values;
  await compileSchemas();
  const differing = await writeContributions({ check });
  if (!check || differing.length === 0) return 0;
  console.error(`${differing.join(" and ")} differ from client/extension/contributions/. Run: npm run generate`);
  return 1;
}

await runProgram(main);
