import { existsSync } from "node:fs";

import { expect, it } from "vitest";

import { mutated } from "../../../scripts/mutants/mutants.js";

it("finds the place of every mutant, and the tests that are to find it", async () => {
  // A fragment that no longer occurs exactly once is reported with its promise.
  const mutants = await mutated();
  expect(mutants.length).toBeGreaterThan(150);
  expect(mutants.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]);
});
