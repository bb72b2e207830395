import { expect, it } from "vitest";

import { measureAxis } from "../../../scripts/bench/growth/axis.js";
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
  ["a step, as where data outgrow a cache", (size: number) => size * (size > 1000 ? 2 : 1), false],
  ["sorting", (size: number) => size * Math.log2(size), false],
  ["files that are each compared with all others", comparisonsOfEach, true],
  ["a quadratic cost beside a linear one", (size: number) => 500 * size + size * size, true],
  ["a cubic cost", (size: number) => size ** 3, true],
])("the growth table marks %s: %s", (_, cost, isMarked) => {
  expect(judgeGrowth(costs(cost)).isMarked).toBe(isMarked);
});

it.each([
  ["stays", (size: number) => size ** 2 / 10_000, 800, 4],
  ["was a step at the first size", (size: number) => size * (size > 200 ? 2 : 1), 200, 2],
  ["isn't there", (size: number) => size, 100, 2],
])("what would be marked is measured with twice the size, and %s", async (_, cost, size, ratio) => {
  const growth = await measureAxis({ name: "work", size: 100, prepare: (count) => () => cost(count) }, (work) =>
    work(),
  );
  expect(growth).toMatchObject({ size, times: [cost(size), cost(2 * size), cost(4 * size)] });
  expect(judgeGrowth(growth.times).ratios[1]).toBe(ratio);
});
