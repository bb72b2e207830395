import { execa } from "execa";
import { type TestProject } from "vitest/node";

import manifest from "../../../package.json" with { type: "json" };
import { PACKAGES } from "../../../scripts/folders.js";
import { cleanEnvironment } from "../host/processes.js";
import { makeReleaseBefore, type Release } from "./releaseBefore.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the packages of a release. */
    packages: string;
    releaseBefore: Release;
  }
}

/** Makes the packages of a release, and of the one before, once for all tests of them. */
export async function setup(project: TestProject): Promise<void> {
  await execa("npm", ["run", "package", "--", "--ref", `v${manifest.version}`], {
    env: cleanEnvironment({ TZ: "Asia/Tokyo", LANG: "C" }),
    extendEnv: false,
  });
  project.provide("packages", PACKAGES);
  project.provide("releaseBefore", await makeReleaseBefore(console.log));
}
