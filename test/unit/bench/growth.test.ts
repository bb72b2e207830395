import { expect, it } from "vitest";

import { judgeGrowth } from "../../../scripts/bench/growth/judge.js";

/** Costs that are counted instead of measured, for n of 1000, 2000, and 4000. */
function costs(cost: (size: number) => number): readonly [number, number, number] {
  return [cost(1000), cost(2000), cost(4000)];
}

/** How often files are looked at if each is compared with all that name the same ID, as a list of them does. */
function comparisonsOfEach(files: number): number {
  let looks = 0;
  const places = Array.from({ length: files }, (_, at) => at);
  for (const own of places) looks += places.filter((other) => other !== own).length;
  return looks;
}

it.each([
  ["a constant cost", () => 7, false],
  ["a linear cost", (size: number) => 3 * size, false],
  ["a linear cost beside a fixed one", (size: number) => 5000 + 3 * size, false],
  ["sorting", (size: number) => size * Math.log2(size), false],
  ["files that are each compared with all others", comparisonsOfEach, true],
  ["a quadratic cost beside a linear one", (size: number) => 500 * size + size * size, true],
  ["a cubic cost", (size: number) => size ** 3, true],
])("the growth table marks %s: %s", (_, cost, isMarked) => {
  expect(judgeGrowth(costs(cost)).isMarked).toBe(isMarked);
});
