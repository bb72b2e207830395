import { rm } from "node:fs/promises";
import { join } from "node:path";

import { type TestProject } from "vitest/node";

import { CACHE } from "../../scripts/folders.js";
import { makeTestExtension } from "./make-test-extension.js";
import { provisionChromium } from "./provision/chromium.js";
import { provisionServer } from "./provision/vscode-server.js";

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
