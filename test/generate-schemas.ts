import { compileSchemas } from "../schemas/compile.js";
import { isStale } from "../scripts/prepare/stale.mjs";

/** Compiles the schemas before the first test, where they have changed since they were last compiled. */
export async function setup(): Promise<void> {
  if (await isStale("schemas/generated/validators.js", ["schemas"])) await compileSchemas();
}
