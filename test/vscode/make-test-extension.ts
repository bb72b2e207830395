import { cp } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import type { VerifyDelays } from "../../client/core/push/context.js";
import manifest from "../../package.json" with { type: "json" };
import { extensionOf } from "../../scripts/build/build.js";
import { ROOT } from "../../scripts/folders.js";
import { filesOfExtension } from "../../scripts/package/extension.js";
import { makeTemporaryFolder } from "./host/temporary-folder.js";

/** A minute of looks in the background takes three seconds in a driven test. */
const TEST_DELAYS_MS: VerifyDelays = { now: [0, 2000], later: [1000, 2000, 3000] };

/**
 * Lays out the extension as it is shipped, except for the delays between the looks after a lost answer.
 *
 * @returns its folder
 */
export async function makeTestExtension(): Promise<string> {
  const folder = await makeTemporaryFolder("extension");
  const files = await filesOfExtension();
  await Promise.all(files.map((file) => cp(join(ROOT, file), join(folder, file))));
  const bundle = extensionOf(manifest.version, true);
  await build({
    ...bundle,
    define: { ...bundle.define, VAULTCONN_TEST_DELAYS_MS: JSON.stringify(TEST_DELAYS_MS) },
    outdir: join(folder, "dist"),
  });
  return folder;
}
