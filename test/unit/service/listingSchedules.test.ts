import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { listAll, type Listing, type Page } from "../../../client/core/service/operations/list.js";

/** A list, how it is notified of, and how the reading of it goes. */
const SCHEDULE = fc.record({
  records: fc.integer({ min: 0, max: 4000 }),
  /** What the service says the total is: the truth, nothing, or more or less than that. */
  total: fc.oneof(fc.constant("true" as const), fc.constant(undefined), fc.integer({ min: 0, max: 9000 })),
  /** How many turns each page takes. */
  turns: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 20 }),
  fails: fc.option(fc.integer({ min: 0, max: 45 }), { nil: undefined }),
  /** After which page anyone who reads has enough. */
  enough: fc.option(fc.integer({ min: 0, max: 45 }), { nil: undefined }),
  /** During which request the signal aborts. */
  aborts: fc.option(fc.integer({ min: 0, max: 45 }), { nil: undefined }),
  count: fc.option(fc.integer({ min: 1, max: 45 }), { nil: undefined }),
  concurrency: fc.integer({ min: 1, max: 16 }),
});

type Schedule = typeof SCHEDULE extends fc.Arbitrary<infer S> ? S : never;

interface Run {
  readonly pages: readonly Listing[];
  readonly error: unknown;
  /** The pages that were asked for, and how many at once. */
  readonly asked: readonly number[];
  readonly most: number;
  /** How many were asked for after the end. */
  readonly late: number;
}

async function read({ records, total, turns, fails, enough, aborts, count, concurrency }: Schedule): Promise<Run> {
  const abort = new AbortController();
  const asked: number[] = [];
  let [inProgress, most] = [0, 0];
  const readPage = async (page: number, signal: AbortSignal): Promise<Page> => {
    signal.throwIfAborted();
    asked.push(page);
    most = Math.max(most, ++inProgress);
    try {
      if (asked.length === (aborts ?? -1) + 1) abort.abort();
      for (let turn = turns[page % turns.length] ?? 0; turn > 0; turn--) {
        await setImmediate();
        signal.throwIfAborted();
      }
      if (page === fails) throw new Error("failed");
      const ids = Array.from({ length: Math.max(0, Math.min(100, records - 100 * page)) }, (_, at) => 100 * page + at);
      return {
        records: ids.map((id) => ({ id: `c${id}` })) as never,
        total: total === "true" ? records : total,
        droppedCount: 0,
        more: ids.length === 100,
      };
    } finally {
      inProgress--;
    }
  };
  const pages: Listing[] = [];
  let error: unknown;
  try {
    for await (const listing of listAll(readPage, concurrency, abort.signal, { count })) {
      pages.push(listing);
      if (listing.page === enough) break;
    }
  } catch (thrown) {
    error = thrown;
  }
  const before = asked.length;
  for (let turn = 0; turn < 8; turn++) await setImmediate();
  return { pages, error, asked, most, late: asked.length - before };
}

it("reads each record once, in order, with so many requests at once, whatever comes when", async () => {
  await fc.assert(
    fc.asyncProperty(SCHEDULE, async (schedule) => {
      const { records, fails, enough, aborts, count = 1001, concurrency } = schedule;
      const { pages, error, asked, most, late } = await read(schedule);
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, at) => at));
      const ids = pages.flatMap((page) => page.records.map(({ id }) => id));
      expect(ids).toEqual(ids.map((_, at) => `c${at}`));
      expect(new Set(asked).size).toBe(asked.length);
      expect(Math.max(0, ...asked)).toBeLessThan(count);
      expect([most <= concurrency, late]).toEqual([true, 0]);
      // What goes wrong counts when its turn comes, and nothing else keeps a list from its end.
      if (error !== undefined && aborts === undefined) expect(pages).toHaveLength(fails ?? -1);
      else if (error !== undefined) expect(pages.length).toBeLessThanOrEqual(fails ?? count);
      else if (pages.at(-1)?.page === enough) return;
      else if (pages.at(-1)?.end === "count") expect(pages).toHaveLength(count);
      else expect([pages.at(-1)?.end, ids.length]).toEqual(["end", records]);
    }),
    { numRuns: 400 },
  );
});
