import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import type { TestProject } from "vitest/node";
import type { VERIFY_DELAYS_MS } from "../../client/core/push/verifyDelays.js";
import manifest from "../../package.json" with { type: "json" };
import { bundlesOf } from "../../scripts/build/build.js";
import { ROOT, CACHE } from "../../scripts/folders.js";
import { filesOfExtension } from "../../scripts/package/extension.js";
import { makeTemporaryFolder } from "./host/processes.js";
import { provisionChromium } from "./provision/chromium.js";
import { provisionServer } from "./provision/vscode-server.js";

/** A minute of looks in the background takes three seconds in a driven test, and the two seconds before it a tenth. */
const TEST_DELAYS_MS: typeof VERIFY_DELAYS_MS = { now: [0, 200], later: [1000, 2000, 3000] };

const shortenDelays: Plugin = {
  name: "shorten-delays",
  setup(into) {
    const contents = `export const VERIFY_DELAYS_MS = ${JSON.stringify(TEST_DELAYS_MS)};`;
    into.onLoad({ filter: /[/\\]push[/\\]verifyDelays\.ts$/ }, () => ({ contents }));
  },
};

/**
 * Lays out the extension as it is shipped, except for the delays between the looks after a lost answer.
 *
 * @returns its folder
 */
async function makeTestExtension(): Promise<string> {
  const folder = await makeTemporaryFolder("extension");
  const files = await filesOfExtension();
  await Promise.all(files.map((file) => cp(join(ROOT, file), join(folder, file))));
  const [bundle] = bundlesOf(manifest.version, true);
  await build({
    ...bundle,
    plugins: [...(bundle.plugins ?? []), shortenDelays],
    outdir: join(folder, "dist"),
  });
  return folder;
}

const log = (line: string): void => {
  console.log(line);
};

/** Brings VS Code and the browser before the first suite, and tells the suites where they are. */
export async function setup(project: TestProject): Promise<void> {
  const { edition } = project.getProvidedContext();
  project.provide("chromium", await provisionChromium(log));
  project.provide("vscode", await provisionServer(edition, log));
  project.provide("extension", await makeTestExtension());
  const screenshots = join(CACHE, "screenshots", edition);
  await rm(screenshots, { recursive: true, force: true });
  project.provide("screenshots", screenshots);
}
