import { type TestProject } from "vitest/node";

import { provisionEditors, type Editors } from "./provision.js";

declare module "vitest" {
  interface ProvidedContext {
    editors: Editors;
  }
}

/** Brings the editors before the first test, and tells the tests where they are. */
export async function setup(project: TestProject): Promise<void> {
  project.provide(
    "editors",
    await provisionEditors((line) => {
      console.log(line);
    }),
  );
}
