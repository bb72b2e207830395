import { type TestProject } from "vitest/node";

import { provisionPrograms, type Programs } from "./provision.js";

declare module "vitest" {
  interface ProvidedContext {
    programs: Programs;
  }
}

/** Brings the programs before the first test, and tells the tests where they are. */
export async function setup(project: TestProject): Promise<void> {
  const programs = await provisionPrograms((line) => {
    console.log(line);
  });
  project.provide("programs", programs);
}
