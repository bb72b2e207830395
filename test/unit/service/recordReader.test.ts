import { expect, it } from "vitest";
import { createListReader, RecordPlaces } from "../../../client/core/service/operations/recordReader.js";
import { recordFrom } from "../records.js";
import { PAGE_SIZE } from "../../../client/core/service/operations/listPages.js";

const RECORD = recordFrom();

/** A list of so many records, without a total. */
function listOf(count: number) {
  return createListReader((page) => {
    const length = Math.max(0, Math.min(PAGE_SIZE, count - page * PAGE_SIZE));
    const records = Array.from({ length }, (_, index) => ({ ...RECORD, id: `ac_${page * PAGE_SIZE + index}` }));
    return Promise.resolve({ records, total: undefined, droppedCount: 0, more: length === PAGE_SIZE });
  });
}

it("ends if pages always have the same records", async () => {
  const list = createListReader(() => listOf(PAGE_SIZE).listPage(0));
  expect(await list.recordOf("ac_none")).toEqual({ found: false, searchedAll: false });
});

it("goes on after an unusable page, even if that's read first", async () => {
  const list = listOf(450);
  const read: number[] = [];
  const service = createListReader(
    async (page, options) => {
      read.push(page);
      const unusable = page === 1 && { records: [], droppedCount: PAGE_SIZE, more: true };
      return { ...(await list.listPage(page, options)), ...unusable };
    },
    new Map([["ac_420", 1]]),
  );
  expect(await service.recordOf("ac_420")).toMatchObject({ found: true });
  expect(read).toEqual([1, 0, 2, 3, 4]);
});

it("requests a page again that couldn't be read", async () => {
  let asked = 0;
  const list = createListReader(() => Promise.reject(new Error(`asked ${++asked}`))).cached();
  await expect(list.listPage(0)).rejects.toThrow("asked 1");
  await expect(list.listPage(0)).rejects.toThrow("asked 2");
});

it.each<[unknown, object]>([
  [{ page: 7 }, { page: 7 }],
  [{ page: -1 }, { page: -1 }],
  [{ page: 1.5 }, {}],
  [{ page: "7" }, {}],
  [{ page: null }, {}],
  [{}, {}],
  [undefined, {}],
  ["page", {}],
])("stores a place as earlier versions do, and ignores others: %j", (stored, kept) => {
  const [places, about] = [new RecordPlaces(), { origin: "https://acme.example", id: "ac_1" }];
  places.readStored(about, stored);
  expect(places.toStored(about)).toEqual(kept);
  expect(places.toStored({ ...about, origin: "https://other.example" })).toEqual({});
});
