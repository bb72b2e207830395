import { expect, it } from "vitest";
import { cachedPages } from "../../../client/core/push/checkBeforePush.js";
import { findRecord } from "../../../client/core/push/findRecord.js";
import type { ListService } from "../../../client/core/push/pushTypes.js";
import { recordFrom } from "../records.js";
import { PAGE_SIZE } from "../../../client/core/service/operations/listPages.js";

const RECORD = recordFrom();

/** A list of so many records, without a total. */
function listOf(count: number): ListService {
  return {
    listPage: (page) => {
      const length = Math.max(0, Math.min(PAGE_SIZE, count - page * PAGE_SIZE));
      const records = Array.from({ length }, (_, index) => ({ ...RECORD, id: `ac_${page * PAGE_SIZE + index}` }));
      return Promise.resolve({ records, total: undefined, droppedCount: 0, more: length === PAGE_SIZE });
    },
  };
}

it("ends if pages always have the same records", async () => {
  const listPage = () => listOf(PAGE_SIZE).listPage(0);
  expect(await findRecord({ listPage }, "ac_none")).toEqual({ found: false, searchedAll: false });
});

it("goes on after an unusable page, even if that's read first", async () => {
  const list = listOf(450);
  const service: ListService = {
    listPage: async (page, options) => ({
      ...(await list.listPage(page, options)),
      ...(page === 1 && { records: [], droppedCount: PAGE_SIZE, more: true }),
    }),
  };
  expect(await findRecord(service, "ac_420", { page: 1 })).toMatchObject({ found: true, page: 4 });
});

it("requests a page again that couldn't be read", async () => {
  let asked = 0;
  const list = cachedPages({ listPage: () => Promise.reject(new Error(`asked ${++asked}`)) });
  await expect(list.listPage(0)).rejects.toThrow("asked 1");
  await expect(list.listPage(0)).rejects.toThrow("asked 2");
});
