import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecordList, type Order } from "../../../client/core/connections/recordList.js";
import { record } from "./pages.js";

const NAMES = ["Mail 10", "mail 9", "Éclair", "Billing", "billing", ""];
const TIMES = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"];
const someRecord = fc
  .tuple(fc.nat(30), fc.constantFrom(...NAMES), fc.constantFrom(...TIMES))
  .map(([index, name, updated_at]) => record(index, { name, updated_at }));

function listOf(records: readonly ReturnType<typeof record>[]): RecordList {
  const list = new RecordList();
  list.add(records, list);
  return list;
}

describe("a list of records", () => {
  it("stays sorted as one that is sorted at once, whatever is added and replaced", () => {
    const order = fc.constantFrom<Order>("name", "lastChange");
    fc.assert(
      fc.property(order, fc.array(someRecord), fc.array(someRecord), (by, before, after) => {
        const list = listOf(before);
        list.sorted(by, "en");
        const next = list.next(true);
        next.add(after, list);
        for (const each of before) next.replace(each);
        expect(next.sorted(by, "en")).toEqual(listOf(next.all).sorted(by, "en"));
        expect(next.all.map(({ id }) => next.placeOf(id))).toEqual([...next.all.keys()]);
      }),
    );
  });

  it("says which records changed, and whether connections came, went or moved", () => {
    const list = listOf([0, 1, 2].map((index) => record(index)));
    list.sorted("name", "en");
    expect(list.replace(record(1))).toEqual({ records: [], members: false, order: false });
    expect(list.replace(record(9))).toEqual({ records: [], members: false, order: false });
    const changed = record(1, { ready: false });
    expect(list.replace(changed)).toEqual({ records: [changed], members: false, order: false });
    const renamed = record(1, { name: "Zebra" });
    expect(list.replace(renamed)).toEqual({ records: [renamed], members: false, order: true });
    const next = list.next(false);
    next.add([record(2), record(0, { ready: false }), record(3)], list);
    expect(next.find("ac_2")).toBe(list.find("ac_2"));
    expect(next.changeSince(list)).toMatchObject({ records: [{ id: "ac_0" }], members: true });
    expect(next.changeSince(next)).toEqual({ records: [], members: false, order: false });
  });
});
