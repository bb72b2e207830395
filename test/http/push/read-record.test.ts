import { describe, expect, it } from "vitest";
import type { FindOptions } from "../../../client/core/service/operations/recordReader.js";
import type { Service, ServiceOptions } from "../../service/service.js";
import type { ConnectionStore } from "../../service/store.js";
import { connect, openService, TestClock } from "../client/support.js";

/** Looks for the record at a position of the list, or for an id, and tells which pages that took. */
async function look(service: Service, wanted: number | string, seenOn?: number, options?: FindOptions) {
  const id = typeof wanted === "number" ? service.connections.idAt(wanted) : wanted;
  const places = new Map(seenOn === undefined ? [] : [[id, seenOn]]);
  const read = await connect(service, { places }).client.recordOf(id, options);
  const pages = service.requests.all({ operation: "list" }).map(({ query }) => Number(query.get("page")));
  if (read.found) expect(read.record.id).toBe(id);
  return { read, pages };
}

describe("reading a record", () => {
  it.each<[string, number, number | undefined, number[]]>([
    ["where it was last seen", 350, 3, [3]],
    ["on the page before", 350, 4, [4, 3]],
    ["on the page after", 350, 2, [2, 1, 3]],
    ["from the beginning on", 350, 0, [0, 1, 2, 3]],
    ["with nothing remembered", 250, undefined, [0, 1, 2]],
    ["where the remembered page is beyond the end", 50, 40, [40, 39, 0]],
    ["where the remembered page cannot be", 50, -3, [0]],
  ])("%s", async (_, position, page, pages) => {
    const found = await look(await openService({ connections: 450 }), position, page);
    expect(found).toMatchObject({ read: { found: true }, pages });
  });

  it("says that it's gone only if the whole list was read", async () => {
    const service = await openService({ connections: 250 });
    expect(await look(service, "ac_none", 1)).toEqual({
      read: { found: false, searchedAll: true },
      pages: [1, 0, 2],
    });
  });

  it("ends after 50 pages, unless it's to search everything", async () => {
    const service = await openService({ connections: 510, choices: { pageLimit: 10 } });
    for (const searchesAll of [false, true]) {
      const { read } = await look(service, "ac_none", undefined, { searchesAll });
      expect(read).toEqual({ found: false, searchedAll: searchesAll });
    }
  });

  it("looks first on the page that had it, also in a cached list", async () => {
    const service = await openService({ connections: 450 });
    const { client } = connect(service);
    const pagesOf = async (read: () => Promise<unknown>) => {
      const before = service.requests.all({ operation: "list" }).length;
      await read();
      return service.requests
        .all({ operation: "list" })
        .slice(before)
        .map(({ query }) => Number(query.get("page")));
    };
    const id = service.connections.idAt(350);
    const list = client.cached();
    expect(await pagesOf(() => client.listPage(3))).toEqual([3]);
    expect(await pagesOf(() => client.recordOf(id))).toEqual([3]);
    expect(await pagesOf(() => list.recordOf(id))).toEqual([3]);
    expect(await pagesOf(() => list.recordOf(service.connections.idAt(351)))).toEqual([]);
    expect(await pagesOf(async () => (await list.later({ clock: new TestClock() })).recordOf(id))).toEqual([3]);
  });

  type Act = (connections: ConnectionStore) => void;
  const comes: Act = (connections) => connections.insert();
  const goes: Act = (connections) => {
    connections.remove(connections.idAt(0));
  };
  it.each<[string, ServiceOptions, Act[], boolean]>([
    ["nothing in it", { connections: 0 }, [], true],
    ["one full page", { connections: 100 }, [], true],
    ["a record that came while it was read", {}, [comes], false],
    ["a record that went while it was read", {}, [goes], false],
    ["records that came and went while it was read", {}, [comes, comes, goes], false],
    ["no total, and a record on two pages", { choices: { totalError: undefined } }, [comes], false],
    ["no total", { choices: { totalError: undefined } }, [], true],
    ["a wrong total", { choices: { totalError: 3 } }, [], false],
  ])("knows whether it saw all of a list with %s", async (_, options, acts, searchedAll) => {
    const service = await openService({ connections: 250, ...options });
    const faults = acts.map((act) => ({ kind: "meanwhile", when: "before", act }) as const);
    if (faults.length > 0) service.faults.add(faults, { operation: "list", page: 1 });
    expect((await look(service, "ac_none")).read).toMatchObject({ found: false, searchedAll });
  });

  it("reports its progress", async () => {
    const progress: number[] = [];
    const onProgress = (pages: number) => progress.push(pages);
    await look(await openService({ connections: 250 }), 220, undefined, { onProgress });
    expect(progress).toEqual([1, 2]);
  });
});
