import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import { listAll, type Listing, type PageReader, readPage } from "../../../client/core/service/operations/listPages.js";

/** Pages of a hundred, the first one telling a total. */
function pages(
  total: number,
  records: number,
  onRead: (page: number, signal: AbortSignal) => Promise<void> | void = () => undefined,
): PageReader {
  return async (page, signal) => {
    await onRead(page, signal);
    const rows = Array.from({ length: Math.max(0, Math.min(100, records - page * 100)) }, (_, i) => ({
      id: `c${page * 100 + i}`,
    }));
    const read = readPage({ rows, total }, page);
    if (!read) throw new Error("There is a list in it.");
    return read;
  };
}

/** All that reading a list gives, page after page. */
async function listed(reader: PageReader, range?: { readonly count: number }): Promise<readonly Listing[]> {
  const all: Listing[] = [];
  for await (const listing of listAll(reader, 8, undefined, range)) all.push(listing);
  return all;
}

describe("reading ahead", () => {
  it("requests pages ahead after the first one, while a page is late", async () => {
    const events = new EventEmitter();
    const late = once(events, "arrived");
    let [inProgress, most, asked] = [0, 0, 0];
    const reader = pages(9900, 9900, async (page) => {
      asked++;
      most = Math.max(most, ++inProgress);
      await (page === 1 ? late : new Promise(setImmediate));
      inProgress--;
      // Four times as many as are requested at once may wait for it, and this is the last of them.
      if (page === 32) events.emit("arrived");
    });
    let loaded = 0;
    for await (const page of listAll(reader, 8)) {
      if (page.page === 0) expect(asked).toBe(1);
      if (page.page === 1) expect(asked).toBe(33);
      loaded = page.loaded;
    }
    expect([loaded, most]).toEqual([9900, 8]);
  });

  it("cancels the pages behind one that failed", async () => {
    const signals: AbortSignal[] = [];
    const reader = pages(900, 900, (page, signal) => {
      signals.push(signal);
      if (page === 2) throw new Error("page 2");
    });
    const reading = listAll(reader, 8);
    for (let page = 0; page < 2; page++) await reading.next();
    await expect(reading.next()).rejects.toThrow("page 2");
    expect(signals.length).toBeGreaterThan(3);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it("goes on after a full unusable page, except the first", async () => {
    const read = async (unusable: number) => {
      const all = pages(500, 500);
      const noneOf = async (page: number, signal: AbortSignal) => ({
        ...(await all(page, signal)),
        ...(page === unusable && { records: [], droppedCount: 100 }),
      });
      return (await listed(noneOf)).at(-1);
    };
    expect(await read(2)).toMatchObject({ end: "end", loaded: 400, dropped: 100 });
    expect(await read(0)).toMatchObject({ end: "short", loaded: 0, dropped: 100 });
  });

  it("requests pages beyond the total one after another", async () => {
    const asked: number[] = [];
    const reader = pages(100, 350, (page) => {
      asked.push(page);
    });
    expect((await listed(reader)).at(-1)).toMatchObject({ loaded: 350 });
    expect(asked).toEqual([0, 1, 2, 3]);
  });
});

it("lists a record once that's on two pages", async () => {
  const all = pages(150, 150);
  const shifted: PageReader = async (page, signal) => {
    const read = await all(page, signal);
    const [first] = (await all(0, signal)).records;
    return page === 1 && first ? { ...read, records: [first, ...read.records] } : read;
  };
  expect((await listed(shifted)).flatMap(({ records }) => records)).toHaveLength(150);
});

it("ends at a page without new records, or at the last page", async () => {
  const lastOf = async (pageOf: (page: number) => number) => {
    const all = pages(1e9, 1e9);
    return (await listed((page, signal) => all(pageOf(page), signal))).at(-1);
  };
  expect(await lastOf(() => 0)).toMatchObject({ end: "short", loaded: 100 });
  expect(await lastOf((page) => page)).toMatchObject({ end: "page-limit", loaded: 100_100 });
});

describe("a service that limits its pages", () => {
  /** Pages of so many records, of which the service has or says to have more. @param step from page to page */
  const limited =
    (limit: number, total: number, records: number, step = limit): PageReader =>
    (page) => {
      const length = Math.max(0, Math.min(limit, records - page * step));
      const rows = Array.from({ length }, (_, i) => ({ id: `c${page * step + i}` }));
      return Promise.resolve(readPage({ rows, total }, page) ?? expect.unreachable());
    };

  it.each([
    ["reaches the total", limited(50, 120, 120), { end: "end", loaded: 120 }],
    ["of one record a page", limited(1, 30, 30), { end: "end", loaded: 30 }],
    ["of which the last page is full", limited(60, 120, 120), { end: "end", loaded: 120 }],
    ["ends before the total", limited(50, 120, 50), { end: "short", loaded: 50 }],
    ["leaves out what's between its pages", limited(50, 120, 120, 100), { end: "short", loaded: 70 }],
    ["repeats its page", (page, signal) => limited(50, 120, 50)(0 * page, signal), { end: "short", loaded: 50 }],
    ["says less than there is", limited(50, 40, 120), { end: "end", loaded: 50 }],
  ] as const satisfies readonly (readonly [string, PageReader, object])[])("is read on: %s", async (_, read, last) => {
    expect((await listed(read)).at(-1)).toMatchObject(last);
  });
});

it("reads the requested number of pages", async () => {
  const all = await listed(pages(900, 900), { count: 3 });
  expect(all.map(({ end }) => end)).toEqual([undefined, undefined, "count"]);
});
